import { describe, expect, it } from 'vitest'
import { createHistory, runId } from '../../../../test/support/data/history.ts'
import { forgetsNotes, notesReminder } from './notes-reminder.ts'

/** A run that worked for so many rounds. */
function workedFor(rounds: number) {
  const history = createHistory()
  history.user('Write it.')
  const call = (name: string, args: object) => {
    history.answer({ t: 'tool_call', callId: 'c', name, args })
    history.result('c', 'done', { tool: { callId: 'c', name, isError: false, durationMs: 1 } })
  }
  const work = (more: number) => {
    for (let done = 0; done < more; done += 1) call('read', { path: 'a' })
  }
  work(rounds)
  return { ...history, call, work }
}

describe('a note of progress that is not kept', () => {
  it('is noticed after 25 rounds', () => {
    expect(forgetsNotes(workedFor(24).path, runId(1))).toBe(false)
    expect(forgetsNotes(workedFor(25).path, runId(1))).toBe(true)
  })

  it('is noticed again only after 25 more, and so when it was written', () => {
    const { path, item, work, call } = workedFor(25)
    item(notesReminder({ isKept: false }))
    work(24)
    expect(forgetsNotes(path, runId(1))).toBe(false)
    work(1)
    expect(forgetsNotes(path, runId(1))).toBe(true)
    call('notes_set', { key: 'progress', content: 'Half done.' })
    work(24)
    expect(forgetsNotes(path, runId(1))).toBe(false)
    work(1)
    expect(forgetsNotes(path, runId(1))).toBe(true)
  })

  it('is not replaced by another note', () => {
    const { path, work, call } = workedFor(20)
    call('notes_set', { key: 'decisions', content: 'Metres.' })
    work(4)
    expect(forgetsNotes(path, runId(1))).toBe(true)
  })

  it('is not what a run begins with', () => {
    expect(forgetsNotes(workedFor(60).path, runId(2))).toBe(false)
  })

  it('is asked for in one line', () => {
    expect(notesReminder({ isKept: true }).content).toMatch(
      /^Your note `progress` has not changed for 25 rounds\. .*`notes_set`/,
    )
    expect(notesReminder({ isKept: false }).content).toMatch(
      /^You have worked for 25 rounds without a note `progress`\./,
    )
  })
})
