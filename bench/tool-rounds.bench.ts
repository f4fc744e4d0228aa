import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAI } from 'openai'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { NOTES, openBenchApp } from './bench-app.ts'
import { sideBySide, timeOf } from './measure.ts'
import { type RequestHead, startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const ROUNDS = 50
const REPEATS = 20

/** Rounds of the whole app, everything stored and waited for, against a bare loop that stores nothing. */
const toolRounds: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl)
  const client = new OpenAI({ baseURL: model.baseUrl, apiKey: 'unused' })
  await app.say('rounds 1')
  const head = await model.head
  const text = `rounds ${ROUNDS}`
  const result = await sideBySide(
    { rounds: REPEATS, warmUp: 2 },
    () => timeOf(() => app.say(text)),
    () => timeOf(() => bareLoop({ client, head, text, folder: app.projectPath })),
  )
  await app.close()
  await model.stop()
  return [
    atMost('a tool round ÷ a bare loop with the same SDK', result.ratio, '×', 1.3),
    figure('  one round', result.ours / ROUNDS, 'ms'),
    figure('  one round of the bare loop', result.bare / ROUNDS, 'ms'),
  ]
}
export default toolRounds

type Bare = {
  readonly client: OpenAI
  readonly head: RequestHead
  readonly text: string
  readonly folder: string
}

/** What one writes with the SDK in an afternoon, telling the model the same: stream, gather, read, answer, again. */
async function bareLoop({ client, head, text, folder }: Bare): Promise<void> {
  const messages: ChatCompletionMessageParam[] = [head.system, { role: 'user', content: text }]
  for (;;) {
    const answer = await ask(client, messages, head.tools)
    if (answer.call === null) return
    const { id, name, args } = answer.call
    const calls = [{ id, type: 'function' as const, function: { name, arguments: args } }]
    messages.push({ role: 'assistant', content: answer.text, tool_calls: calls })
    const { path } = JSON.parse(args) as { path: string }
    if (path !== NOTES) throw new Error('The script reads another file.')
    messages.push({ role: 'tool', tool_call_id: id, content: await readFile(join(folder, path), 'utf8') })
  }
}

type Call = { id: string; name: string; args: string }

async function ask(client: OpenAI, messages: ChatCompletionMessageParam[], tools: RequestHead['tools']) {
  const stream = await client.chat.completions.create({
    model: 'scripted',
    messages,
    tools,
    stream: true,
  })
  let text = ''
  let call: Call | null = null
  for await (const chunk of stream) {
    const delta = chunk.choices[0]?.delta
    text += delta?.content ?? ''
    for (const piece of delta?.tool_calls ?? []) {
      call ??= { id: piece.id ?? '', name: piece.function?.name ?? '', args: '' }
      call.args += piece.function?.arguments ?? ''
    }
  }
  return { text, call }
}
