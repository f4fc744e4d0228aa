import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAI } from 'openai'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'
import { NOTES, openBenchApp } from './bench-app.ts'
import { sideBySide, timeOf } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const ROUNDS = 50
const REPEATS = 20

/** Rounds of the whole app, everything stored and waited for, against a bare loop that stores nothing. */
const toolRounds: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl)
  const client = new OpenAI({ baseURL: model.baseUrl, apiKey: 'unused' })
  const text = `rounds ${ROUNDS}`
  const result = await sideBySide(
    { rounds: REPEATS, warmUp: 2 },
    () => timeOf(() => app.say(text)),
    () => timeOf(() => bareLoop(client, text, app.projectPath)),
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

const READ: ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'read',
    description: 'Reads a file.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
}

/** What one writes with the SDK in an afternoon: stream, gather, read, answer, again. */
async function bareLoop(client: OpenAI, text: string, folder: string): Promise<void> {
  const messages: ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You are a helpful assistant.' },
    { role: 'user', content: text },
  ]
  for (;;) {
    const answer = await ask(client, messages)
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

async function ask(client: OpenAI, messages: ChatCompletionMessageParam[]) {
  const stream = await client.chat.completions.create({
    model: 'scripted',
    messages,
    tools: [READ],
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
