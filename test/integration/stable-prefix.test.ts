import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { estimateTokens } from '../../src/main/context/budget/count-tokens.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const work: Script[] = []
const story = tellChats({ respond: () => work.shift() ?? textScript('Done. '.repeat(40)) })
const read = (path: string) => callScript([{ name: 'read', args: { path } }])

/** The tokens that a server reads again although it was sent them before, of all that was sent. */
function sentAgain(): { readonly again: number; readonly sent: number } {
  const texts = story.asked().map((body) => {
    const { tools, messages } = body as typeof body & { tools: unknown }
    // Servers put the tools and the instructions first.
    return `${JSON.stringify(tools)}${JSON.stringify(messages).slice(0, -1)}`
  })
  let [again, sent] = [0, 0]
  for (const [at, text] of texts.entries()) {
    const before = texts[at - 1] ?? ''
    let same = 0
    while (same < before.length && before[same] === text[same]) same += 1
    again += estimateTokens(before.slice(same))
    sent += estimateTokens(text)
  }
  return { again, sent }
}

it('sends at most 3 % of a day again: tool rounds, modes, and a plan that is carried out', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => `export const gauge${at} = ${at}`)
  for (const name of ['a', 'b', 'c']) await writeFile(story.file(`${name}.ts`), lines.join('\n'))
  const model = modelTable('model', story.server().baseUrl, { contextWindow: 200_000 })
  const { handlers, caller, app, projectId } = await story.start(`${PLAIN_TITLES}${model}`)
  const say = async (text: string, sessionId?: SessionId) => {
    const target =
      sessionId === undefined
        ? ({ to: 'project', projectId, model: 'test/scripted', permissionMode: 'bypass' } as const)
        : ({ to: 'session', sessionId } as const)
    const sent = await handlers['session.send']({ target, text, images: [] }, caller)
    await app.idle()
    return sent.sessionId
  }
  const update = (sessionId: SessionId, permissionMode: 'plan' | 'ask' | 'bypass') =>
    handlers['session.update']({ sessionId, changes: { permissionMode } }, caller)

  work.push(read('a.ts'), read('b.ts'))
  const sessionId = await say('Which unit does the gauge use?')
  work.push(read('c.ts'))
  await say('And where is the harbour?', sessionId)
  await say('Which unit does the gauge use, again?', sessionId)
  await update(sessionId, 'plan')
  await say('Look once more.', sessionId)
  await update(sessionId, 'bypass')
  await say('Go on.', sessionId)
  await handlers['session.switchAgent']({ sessionId, agentId: 'plan' }, caller)
  await say('Plan it.', sessionId)
  await handlers['session.switchAgent']({ sessionId, agentId: 'build' }, caller)
  await say('Do it.', sessionId)

  const newest = JSON.stringify(story.asked().at(-1)?.messages)
  for (const words of ['Plan mode is on', 'Plan mode is off', 'You are the planner']) {
    expect(newest).toContain(words)
  }
  const { again, sent } = sentAgain()
  expect(again / sent).toBeLessThanOrEqual(0.03)
})
