import { OpenAI } from 'openai'
import { openBenchApp } from './bench-app.ts'
import { tasksDuring } from './main-tasks.ts'
import { median, sideBySide, timeOf } from './measure.ts'
import { startModel } from './model-process.ts'
import { atLeast, atMost, type Bench, figure } from './row.ts'

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
  const flood = await floodOf(app, text)
  await app.close()
  await model.stop()
  return [
    atMost('20,000 chunks at once: first text later than of a short answer', flood.later, 'ms', 33),
    atMost('  longest main task, processor', flood.tasks.longestCpu, 'ms', 33),
    figure('  the same by the clock', flood.tasks.longest, 'ms'),
    figure('  messages to the window', flood.messages, ''),
    atLeast('20,000 chunks, chunks/s ÷ the bare SDK loop', 1 / result.ratio, '×', 0.6),
    figure('  chunks in a second', CHUNKS / (result.ours / 1_000), ''),
    figure('  chunks in a second of the bare loop', CHUNKS / (result.bare / 1_000), ''),
  ]
}
export default stream

type BenchApp = Awaited<ReturnType<typeof openBenchApp>>

type First = { readonly first: number; readonly messages: number }

/** How long after the question a window gets the first words of an answer, and in how many messages it comes. */
async function firstOf(app: BenchApp, text: string): Promise<First> {
  const seen = { first: 0, messages: 0 }
  const asked = performance.now()
  const end = app.listen((message) => {
    if (message.t !== 'events' || !message.events.some(({ kind }) => kind === 'message.delta')) return
    seen.messages += 1
    if (seen.messages === 1) seen.first = performance.now() - asked
  })
  await app.say(text)
  end()
  return seen
}

/** A flood beside a short answer: what the first words wait more for, and the longest task of main. */
async function floodOf(app: BenchApp, text: string) {
  const flood: First[] = []
  const short: First[] = []
  const tasks = await tasksDuring(async () => {
    for (let round = 0; round < 7; round += 1) {
      short.push(await firstOf(app, 'chunks 50'))
      flood.push(await firstOf(app, text))
    }
  })
  const middle = (of: readonly First[], what: keyof First) => median(of.map((one) => one[what]))
  return {
    tasks,
    messages: middle(flood, 'messages'),
    later: middle(flood, 'first') - middle(short, 'first'),
  }
}

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
