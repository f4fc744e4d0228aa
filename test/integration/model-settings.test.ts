import { expect, it } from 'vitest'
import { textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const table = (lines: string) =>
  modelTable('model', story.server().baseUrl).replace('reasoning = false', `reasoning = true\n${lines}`)

it('what config.toml sets of a model goes along with each of its requests', async () => {
  const { say } = await story.start(table('topP = 0.9\nreasoningEffort = "low"'))
  story.server().enqueue(textScript('Yes.'), textScript('Again.'))
  const sessionId = await say('One?')
  await say('Two?', sessionId)
  const set = { top_p: 0.9, reasoning_effort: 'low' }
  expect(story.asked()).toMatchObject([set, set])
})

it('says nothing of what is not set', async () => {
  const { say } = await story.start(table(''))
  story.server().enqueue(textScript('Yes.'))
  await say('One?')
  const [body] = story.asked()
  expect(body).not.toHaveProperty('top_p')
  expect(body).not.toHaveProperty('reasoning_effort')
})

it('tells a chat which setting the server does not know', async () => {
  const { say, look } = await story.start(table('reasoningEffort = "minimal"'))
  story.server().enqueue({ status: 400, body: { error: { message: 'Unknown field reasoning_effort' } } })
  const sessionId = await say('One?')
  const runs = Object.values((await look(sessionId)).folds.runs)
  expect(runs).toMatchObject([
    { status: 'failed', error: { message: expect.stringContaining('does not know the reasoning effort') } },
  ])
})
