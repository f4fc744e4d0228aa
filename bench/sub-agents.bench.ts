import { OpenAI } from 'openai'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { openBenchApp } from './bench-app.ts'
import { sideBySide, timeOf } from './measure.ts'
import { AGENT_PROMPT, type RequestHead, startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const AGENTS = 200
const AT_ONCE = 16
const REPEATS = 5

/** Agents that work for one chat, each with a log of its own, against as many bare calls that store nothing. */
const subAgents: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl, AT_ONCE)
  const client = new OpenAI({ baseURL: model.baseUrl, apiKey: 'unused' })
  await app.say('agents 1')
  const head = await model.agentHead
  const result = await sideBySide(
    { rounds: REPEATS, warmUp: 1 },
    () => timeOf(() => app.say(`agents ${AGENTS}`)),
    () => timeOf(() => bareCalls(client, head)),
  )
  await app.close()
  await model.stop()
  return [
    atMost(
      `${AGENTS} agents, ${AT_ONCE} at once, all stored ÷ bare calls with the SDK`,
      result.ratio,
      '×',
      1.4,
    ),
    figure('  one agent', result.ours / AGENTS, 'ms'),
    figure('  one bare call', result.bare / AGENTS, 'ms'),
  ]
}
export default subAgents

/** As many calls, as many at once, that tell the model what an agent is told. */
async function bareCalls(client: OpenAI, head: RequestHead): Promise<void> {
  let left = AGENTS
  const work = async () => {
    while (left > 0) {
      left -= 1
      await bareCall(client, head)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function bareCall(client: OpenAI, { system, tools }: RequestHead): Promise<string> {
  const messages: ChatCompletionMessageParam[] = [
    system,
    { role: 'user', content: `${AGENT_PROMPT} and no more` },
  ]
  const stream = await client.chat.completions.create({ model: 'scripted', messages, tools, stream: true })
  let text = ''
  for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? ''
  return text
}
