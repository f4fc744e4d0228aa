import { OpenAI } from 'openai'
import { openBenchApp } from './bench-app.ts'
import { sideBySide, timeOf } from './measure.ts'
import { startModel } from './model-process.ts'
import { atLeast, type Bench, figure } from './row.ts'

const CHUNKS = 20_000

/** A long answer in tiny pieces through provider, run, log and delivery, against the bare SDK loop that adds them up. */
const stream: Bench = async ({ root, folder }) => {
  const model = await startModel(root)
  const app = await openBenchApp(folder, model.baseUrl)
  const client = new OpenAI({ baseURL: model.baseUrl, apiKey: 'unused' })
  const text = `chunks ${CHUNKS}`
  const result = await sideBySide(
    { rounds: 14, warmUp: 3 },
    () => timeOf(() => app.say(text)),
    () => timeOf(() => bareLoop(client, text)),
  )
  await app.close()
  await model.stop()
  return [
    atLeast('20,000 chunks, chunks/s ÷ the bare SDK loop', 1 / result.ratio, '×', 0.6),
    figure('  chunks in a second', CHUNKS / (result.ours / 1_000), ''),
    figure('  chunks in a second of the bare loop', CHUNKS / (result.bare / 1_000), ''),
  ]
}
export default stream

async function bareLoop(client: OpenAI, text: string): Promise<void> {
  const answer = await client.chat.completions.create({
    model: 'scripted',
    messages: [{ role: 'user', content: text }],
    stream: true,
  })
  let whole = ''
  for await (const chunk of answer) whole += chunk.choices[0]?.delta?.content ?? ''
  if (whole.length !== CHUNKS * 8) throw new Error('The bare loop lost a piece.')
}
