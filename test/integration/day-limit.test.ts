import { expect, it } from 'vitest'
import { type TriggerDraft, USUAL_CAPS } from '#shared/trigger/trigger.ts'
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

const settings = () => {
  const model = modelTable('model', story.server().baseUrl, {
    contextWindow: 128_000,
    maxTokens: 6_000,
    lines: 'inputPrice = 0\noutputPrice = 100',
  })
  return `${model}${PLAIN_TITLES}\n[limits]\nstopPerDay = 1\n`
}

it('chats that answer at the same time do not pass the limit of the day together', async () => {
  const { ask, app, runs } = await story.start(settings())
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

it('what a trigger starts counts for the limit of the day', async () => {
  const { ask, app, runs, handlers, caller, projectId } = await story.start(settings())
  gate.open()
  const draft: TriggerDraft = {
    name: 'Tide table',
    projectId,
    source: { kind: 'cron', expression: '0 0 1 1 *' },
    work: { kind: 'prompt', prompt: 'When is the tide?', agentId: null },
    model: null,
    permissionMode: 'ask',
    caps: { ...USUAL_CAPS, maxUsd: null },
    missed: 'skip',
  }
  const trigger = await handlers['trigger.create']({ draft }, caller)
  if (trigger === null) throw new Error('The trigger was not created.')
  await handlers['trigger.run']({ triggerId: trigger.id }, caller)
  await expect.poll(() => story.asked().length).toBe(1)
  await app.idle()
  const next = await ask('And the next one?')
  await app.idle()
  const [refused] = await runs(next)
  expect(refused?.error?.message).toContain('$1.00 is reached: $1.00 was spent today.')
  expect(story.asked()).toHaveLength(1)
})
