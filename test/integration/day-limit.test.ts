import { expect, it } from 'vitest'
import { createGate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

/** An answer costs up to 0.6 dollars. The first costs 1. */
const gate = createGate()
const story = tellChats({
  respond: () => {
    const answer = textScript('Done.', { prompt: 10, completion: 10_000 })
    return 'steps' in answer ? { steps: [{ do: 'wait', gate }, ...answer.steps] } : answer
  },
})

it('chats that answer at the same time do not pass the limit of the day together', async () => {
  const model = modelTable('model', story.server().baseUrl, {
    contextWindow: 128_000,
    maxTokens: 6_000,
    lines: 'inputPrice = 0\noutputPrice = 100',
  })
  const { ask, app, runs } = await story.start(`${model}${PLAIN_TITLES}\n[limits]\nstopPerDay = 1\n`)
  const chats = await Promise.all(['One?', 'Two?', 'Three?'].map((words) => ask(words)))
  await expect.poll(() => story.asked().length).toBe(1)
  gate.open()
  await app.idle()
  expect(story.asked()).toHaveLength(1)
  const all = (await Promise.all(chats.map((id) => runs(id)))).flat()
  expect(all.map(({ status, error }) => error?.code ?? status).toSorted()).toEqual([
    ...['completed', 'limit.exceeded', 'limit.exceeded'],
  ])
  for (const { error } of all) {
    if (error !== undefined) expect(error.message).toContain('$1.00 is reached: $1.00 was spent today.')
  }
})
