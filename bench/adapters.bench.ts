import { ALL_PROTOCOLS } from '../test/support/protocols/served-protocols.ts'
import { type BenchChild, startChild } from './bench-child.ts'
import { sideBySide } from './measure.ts'
import { atMost, type Bench, figure, type Row } from './row.ts'

const DELTAS = 20_000
/** Protocols with the paths that a bare request goes to. */
const PATHS: readonly (readonly [name: string, path: string])[] = [
  ['openai-completions', '/v1/chat/completions'],
  ['anthropic-messages', '/v1/messages'],
  ['openai-responses', '/v1/responses'],
  ['google-generative-ai', '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse'],
]

/** 20,000 deltas through each adapter, against fetch, an SSE parser and `JSON.parse` on the same bytes. */
const adapters: Bench = async ({ root }) => {
  const server = await startChild(root, 'protocol-model')
  const rows: Row[] = []
  for (const [name, path] of PATHS) {
    if (!ALL_PROTOCOLS.some((each) => each.name === name)) throw new Error(`There is no protocol ${name}.`)
    const start = (way: string) => startChild(root, 'adapter-reader', [name, way, String(server.first)])
    const [ours, bare] = [await start('adapter'), await start('bare')]
    const result = await sideBySide(
      { rounds: 15, warmUp: 4 },
      () => read(ours, path),
      () => read(bare, path),
    )
    await Promise.all([ours.stop(), bare.stop()])
    rows.push(
      atMost(`20,000 deltas, ${name} ÷ fetch + SSE + JSON.parse`, result.ratio, '×', 1.2),
      figure('  the adapter', result.ours, 'ms'),
      figure('  fetch + SSE + JSON.parse', result.bare, 'ms'),
    )
  }
  await server.stop()
  return rows
}
export default adapters

async function read(child: BenchChild, path: string): Promise<number> {
  const { ms, read: got } = (await child.ask(path)) as { ms: number; read: number }
  if (got < DELTAS) throw new Error(`Only ${got} of an answer were read.`)
  return ms
}
