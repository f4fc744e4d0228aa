import { OpenAI } from 'openai'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { AGENTS, AT_ONCE } from './agents-beside-calls.ts'
import { openBenchApp } from './bench-app.ts'
import { type SideBySide, sideBySide, timeOf } from './measure.ts'
import { AGENT_PROMPT, type RequestHead, startModel } from './model-process.ts'

/** One round is short, and what else the machine does falls on some of them only. */
const REPEATS = 15

// Agents that work for one chat, each with a log of its own, against as many bare calls that store nothing.
//   agents-beside-calls.process.js <repository> <empty folder>
const [root = '', folder = ''] = process.argv.slice(2)
process.send?.(await measured())
process.disconnect()

async function measured(): Promise<SideBySide> {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl, { maxParallel: AT_ONCE })
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
  return result
}

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
