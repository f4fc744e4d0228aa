import { expect, it } from 'vitest'
import type { AgentEnd } from '#shared/agent/agent-end.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { inPersonsWords } from './ends-for-person.ts'
import { exportWords } from './words.ts'

const words = exportWords('en')
const AGAIN = 'The agent did not finish. To let it go on, call agent with resume: "ses_diver00000".'
const SAID = 'I saw a wreck.'
const TEXT = `${AGAIN}\n\nThe last thing it said:\n${SAID}`

const endOf = (state: AgentEnd['state'], problem: string | null, text = TEXT): AgentEnd => ({
  state,
  problem,
  said: [],
  words: [text.length - SAID.length, text.length],
})

const noteOf = (end: AgentEnd | undefined, content = TEXT) =>
  ({
    kind: 'harness.item',
    payload: {
      kind: 'child-summary',
      content,
      attrs: { title: 'Diver' },
      data: end === undefined ? undefined : { end },
    },
  }) as unknown as DurableEvent

const resultOf = (details: object, text = TEXT) =>
  ({
    kind: 'message',
    payload: {
      message: { role: 'tool', parts: [{ t: 'text', text }], tool: { isError: true, details } },
    },
  }) as unknown as DurableEvent

const noteText = (event: DurableEvent) =>
  event.kind === 'harness.item' ? inPersonsWords(event, words).payload : null
const shownNote = (event: DurableEvent) => (noteText(event) as { content: string }).content
const shownResult = (event: DurableEvent) => {
  const { payload } = inPersonsWords(event, words) as Extract<DurableEvent, { kind: 'message' }>
  const [part] = payload.message.parts
  return [part?.t === 'text' ? part.text : null, payload.message.tool?.isError]
}

it('says how an agent of the background ended, why, and what it said last', () => {
  expect(shownNote(noteOf(endOf('failed', 'Its model gave out.')))).toBe(
    `The agent “Diver” did not finish\n\nIts model gave out. Its work so far is kept.\n\n${SAID}`,
  )
  expect(shownNote(noteOf(endOf('paused', 'It pauses at $1.')))).toBe(
    `The agent “Diver” is paused at a limit\n\nIt pauses at $1.\n\n${SAID}`,
  )
  expect(shownNote(noteOf(endOf('done', null, SAID), SAID))).toBe(`The agent “Diver” is done\n\n${SAID}`)
})

it('says the same of one that was waited for, which has failed only where it failed', () => {
  const end = endOf('stopped', null)
  expect(shownResult(resultOf({ kind: 'agent', state: 'stopped', end }))).toEqual([
    `The agent did not finish. Its work so far is kept.\n\n${SAID}`,
    false,
  ])
  const failed = { kind: 'agent', state: 'failed', end: endOf('failed', 'It broke.') }
  expect(shownResult(resultOf(failed))[1]).toBe(true)
})

it('says of one that works in the background only that', () => {
  const started = resultOf({ kind: 'agent', state: 'background' }, 'The agent (ses_x) has started.')
  expect(shownResult(started)[0]).toBe('The agent works in the background.')
})

it('leaves what agents said, and logs that do not say how they ended, as they are', () => {
  const events = [noteOf(undefined), resultOf({ kind: 'agent', state: 'done' }), resultOf({ kind: 'read' })]
  expect(events.map((event) => inPersonsWords(event, words))).toEqual(events)
})
