import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import { DIGEST_STANDS_IN, fetchRest, REMIND_TO_ANSWER, RESUME_PROMPT } from './notices.ts'

const itemOf = (event: NewDurableEvent) => (event.kind === 'harness.item' ? event.payload : null)

it('what the person sees of words for the model is a sentence of their own', () => {
  const said = [RESUME_PROMPT, fetchRest(null, true), DIGEST_STANDS_IN, REMIND_TO_ANSWER].map(
    (event) => itemOf(event)?.data,
  )
  expect(said).toEqual(
    ['told.goOn', 'run.fetchesRestOfFailed', 'told.digest', 'told.answer'].map((name) => ({
      said: [{ name, facts: {} }],
    })),
  )
})

const facts = { host: 'localhost', model: 'Tide' }

it.each([
  ['llm.lost', 'connection was lost', 'run.fetchesRest'],
  ['llm.endedEarly', 'connection was lost', 'run.fetchesRest'],
  ['llm.stalled', 'stopped sending', 'run.fetchesRestOfSilent'],
  ['llm.brokeOff', 'with an error', 'run.fetchesRestOfFailed'],
] as const)('an answer that breaks off says what happened: %s', (name, words, sentence) => {
  const item = itemOf(fetchRest(AppError.saying('llm.stream', say(name, facts)), true))
  expect(item?.content).toContain(words)
  expect(item?.data).toEqual({ said: [{ name: sentence, facts: {} }] })
})

it('the words of the server are shown with it', () => {
  const serverSays = say('llm.serverSays', { words: 'Out of memory' })
  const error = AppError.saying('llm.other', [say('llm.brokeOff', facts), serverSays])
  expect(itemOf(fetchRest(error, true))?.data).toEqual({
    said: [{ name: 'run.fetchesRestOfFailed', facts: {} }, serverSays],
  })
})

it('reasoning alone is nothing to go on from', () => {
  const content = itemOf(fetchRest(AppError.saying('llm.stream', say('llm.lost', facts)), false))?.content
  expect(content).toContain('Only reasoning had arrived. Answer now.')
  expect(content).not.toContain('where it ended')
})
