import { expect, it } from 'vitest'
import { DIGEST_STANDS_IN, FETCH_REST, GO_ON, REMIND_TO_ANSWER } from './notices.ts'

it('what the person sees of words for the model is a sentence of their own', () => {
  const said = [GO_ON, FETCH_REST, DIGEST_STANDS_IN, REMIND_TO_ANSWER].map((event) =>
    event.kind === 'harness.item' ? event.payload.data : null,
  )
  expect(said).toEqual(
    ['told.goOn', 'run.fetchesRest', 'told.digest', 'told.answer'].map((name) => ({
      said: [{ name, facts: {} }],
    })),
  )
})
