import { describe, expect, it } from 'vitest'
import type { EventId } from '#shared/ids.ts'
import { createHistory, type History } from '../../../../test/support/data/history.ts'
import { estimateTokens } from '../budget/count-tokens.ts'
import { chatDigest } from '../compaction/chat-digest.ts'
import { toldTime } from '../updates/date-change.ts'
import { untoldSkills } from '../updates/skill-delta.ts'
import { untoldNotes } from './notes.ts'
import { stillRead } from './still-read.ts'

const LINE = '- tides: Reads tide tables.'
const NOTE = { key: 'port', content: 'Hafen', by: 'agent', changedAt: 1 } as const

/** A chat in which the model was told of a day, a skill and notes between two questions. */
function told(): { history: History; second: EventId } {
  const history = createHistory()
  history.user('first')
  history.answer('one')
  const second = history.user('second')
  history.item({ kind: 'date-change', data: { at: 77 } })
  history.item({ kind: 'skill-delta', data: { came: [LINE], gone: [] } })
  history.answer({
    t: 'tool_call',
    callId: 'c1',
    name: 'notes_set',
    args: { key: NOTE.key, content: NOTE.content },
  })
  history.result('c1', 'Noted.', {
    tool: { callId: 'c1', name: 'notes_set', isError: false, durationMs: 1 },
  })
  history.answer('the second answer')
  history.user('third')
  return { history, second }
}

const untold = ({ path }: History) => ({
  time: toldTime(path, null),
  skills: untoldSkills(path, { snapshot: { sections: [] }, seq: 0 }, { index: LINE, names: ['tides'] }).came,
  notes: untoldNotes(path, [], [NOTE]),
})

describe('what a model was told in an exchange that is left out', () => {
  it('counts as told until then, and again once it is put back', () => {
    const { history, second } = told()
    const nothing = { time: 77, skills: [], notes: [] }
    expect(untold(history)).toEqual(nothing)
    history.append('exchange.snipped', { first: second })
    expect(untold(history)).toEqual({
      time: null,
      skills: [LINE],
      notes: [{ key: NOTE.key, content: NOTE.content }],
    })
    history.append('exchange.restored', { first: second })
    expect(untold(history)).toEqual(nothing)
  })

  it('is not told to agents that were not there', () => {
    const { history, second } = told()
    expect(chatDigest(history.path, [], estimateTokens)).toContain('the second answer')
    history.append('exchange.snipped', { first: second })
    const gist = chatDigest(history.path, [], estimateTokens)
    expect(gist).toContain('- first\n- third')
    expect(gist).not.toContain('second')
    expect(gist).toContain('one')
  })
})

it('reads neither what was summed up nor what is left out', () => {
  const history = createHistory()
  const first = history.user('first')
  const second = history.user('second')
  const third = history.user('third')
  const compact = history.compact('They asked.', first)
  const snipped = history.append('exchange.snipped', { first: second })
  expect(stillRead(history.path).map(({ id }) => id)).toEqual([compact, third, snipped])
})
