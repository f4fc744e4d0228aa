import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NoteChange, NoteText, SessionNote } from '#shared/session/notes/note.ts'
import { createHistory, type History } from '../../../../test/support/data/history.ts'
import { beganWith, noteLines, notesItem, untoldNotes } from './notes.ts'

const note = (key: string, content: string): SessionNote => ({ key, content, by: 'agent', changedAt: 1 })

const written = (history: History, callId: string, change: NoteChange, isError = false) => {
  history.answer({ t: 'tool_call', callId, name: 'notes_set', args: change })
  history.result(callId, 'Noted.', { tool: { callId, name: 'notes_set', isError, durationMs: 1 } })
}

describe('notes as a model reads them', () => {
  it('stand in one line each', () => {
    expect(noteLines([note('a', 'one\n\n  two'), note('b', 'x')])).toBe('a: one two\nb: x')
  })

  it('say how many were left out', () => {
    const long = 'word '.repeat(700)
    const lines = noteLines(['a', 'b', 'c', 'd', 'e'].map((key) => note(key, long))).split('\n')
    expect(lines).toHaveLength(4)
    expect(lines.at(-1)).toBe('[2 more; notes_get reads them]')
  })
})

describe('what a model was not told', () => {
  it('is nothing of what its instructions say and of what it wrote itself', () => {
    const history = createHistory()
    written(history, 'c1', { key: 'b', content: 'mine' })
    expect(untoldNotes(history.path, [note('a', 'old')], [note('a', 'old'), note('b', 'mine')])).toEqual([])
  })

  it('is what the person changed and took away since', () => {
    const history = createHistory()
    const changes = untoldNotes(history.path, [note('a', 'old'), note('gone', 'x')], [note('a', 'new')])
    expect(changes).toEqual([
      { key: 'a', content: 'new' },
      { key: 'gone', content: null },
    ])
    expect(notesItem(changes).content).toBe(
      'The notes of this session now say:\na: new\nThese notes were taken away: gone',
    )
  })

  it('is what a call that failed did not write', () => {
    const history = createHistory()
    written(history, 'c1', { key: 'a', content: 'x' }, true)
    expect(untoldNotes(history.path, [], [note('a', 'x')])).toHaveLength(1)
  })

  it('is what was only said in a part that was summed up, unless the summary carries it', () => {
    const history = createHistory()
    history.user('Hello')
    written(history, 'c1', { key: 'a', content: 'x' })
    const through = history.path.at(-1)?.id ?? history.user('never')
    history.compact('They said hello.', through)
    expect(untoldNotes(history.path, [], [note('a', 'x')])).toEqual([{ key: 'a', content: 'x' }])
    const carried = createHistory()
    const first = carried.user('Hello')
    const summed = { summary: 'Hello.', compactedThrough: first, tokensBefore: 9, tokensAfter: 1 }
    carried.append('compact', { ...summed, trigger: 'auto', notes: [{ key: 'a', content: 'x' }] })
    expect(untoldNotes(carried.path, [], [note('a', 'x')])).toEqual([])
  })
})

type Step = { readonly do: 'person' | 'agent' | 'tell' | 'compact' | 'carry'; readonly change: NoteChange }

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    do: fc.constantFrom(
      'person' as const,
      'agent' as const,
      'tell' as const,
      'compact' as const,
      'carry' as const,
    ),
    change: fc.record({
      key: fc.constantFrom('a', 'b', '__proto__'),
      content: fc.option(fc.constantFrom('1', '2', '3')),
    }),
  }),
  { maxLength: 30 },
)

it('telling it once leaves nothing untold, whatever happened before', () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (all, begins) => {
      const history = createHistory()
      history.user('Begin.')
      let notes: readonly SessionNote[] = begins ? [note('a', '0')] : []
      const began: readonly NoteText[] = beganWith(notes).notes ?? []
      const change = ({ key, content }: NoteChange) => {
        const others = notes.filter((each) => each.key !== key)
        notes = content === null ? others : [...others, note(key, content)]
      }
      const tell = () => {
        const changes = untoldNotes(history.path, began, notes)
        if (changes.length > 0) history.item(notesItem(changes))
      }
      all.forEach((step, index) => {
        if (step.do === 'person') change(step.change)
        if (step.do === 'tell') tell()
        if (step.do === 'agent') {
          change(step.change)
          written(history, `c${index}`, step.change)
        }
        const through = history.path.at(-1)?.id
        if (through === undefined) return
        const compact = { summary: 'So far.', compactedThrough: through, tokensBefore: 2, tokensAfter: 1 }
        if (step.do === 'compact') history.append('compact', { ...compact, trigger: 'auto' })
        if (step.do === 'carry')
          history.append('compact', { ...compact, trigger: 'auto', ...beganWith(notes) })
      })
      tell()
      expect(untoldNotes(history.path, began, notes)).toEqual([])
    }),
    { numRuns: 300 },
  )
})
