import { describe, expect, it } from 'vitest'
import { createHistory, eventId } from '../../../../test/support/data/history.ts'
import { cutPath } from './cut.ts'

describe('cutting at a compaction', () => {
  it('gives back the path itself when there is none', () => {
    const history = createHistory()
    history.user('a')
    expect(cutPath(history.path)).toEqual({ events: history.path, verdicts: [] })
    expect(cutPath(history.path).events).toBe(history.path)
  })

  it('keeps what lies between the mark and the compaction', () => {
    const history = createHistory()
    history.user('a')
    const mark = history.answer('b')
    const tail = history.user('c')
    const compact = history.compact('summary', mark)
    const next = history.user('d')
    const { events, verdicts } = cutPath(history.path)
    expect(events.map((event) => event.id)).toEqual([compact, tail, next])
    expect(verdicts).toEqual([
      { eventId: eventId(1), outcome: 'summarised', rule: 'compact' },
      { eventId: mark, outcome: 'summarised', rule: 'compact' },
    ])
  })

  it('obeys the newest of several, and drops an older one from the tail', () => {
    const history = createHistory()
    const first = history.user('a')
    const second = history.answer('b')
    history.compact('old', first)
    const tail = history.user('c')
    const newest = history.compact('new', second)
    expect(cutPath(history.path).events.map((event) => event.id)).toEqual([newest, tail])
    expect(cutPath(history.path).verdicts).toHaveLength(3)
  })

  it('covers everything before it when its mark is not on the path', () => {
    const history = createHistory()
    history.user('a')
    const compact = history.compact('summary', eventId(999))
    const next = history.user('b')
    const { events, verdicts } = cutPath(history.path)
    expect(events.map((event) => event.id)).toEqual([compact, next])
    expect(verdicts).toEqual([
      { eventId: eventId(1), outcome: 'summarised', rule: 'compact:mark-not-on-path' },
    ])
  })

  it('restores the history when a rewind leads to before it', () => {
    const history = createHistory()
    const first = history.user('a')
    history.compact('summary', first)
    expect(cutPath(history.path.slice(0, 1)).events.map((event) => event.id)).toEqual([first])
  })
})
