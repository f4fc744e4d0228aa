import { join } from 'node:path'
import { startChild } from './bench-child.ts'
import { median } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'

const ROUNDS = 50
const REPEATS = 16
const WARM_UP = 2
const PROTOCOLS = [
  ['openai-completions', '/v1'],
  ['anthropic-messages', ''],
  ['openai-responses', '/v1'],
  ['google-generative-ai', '/v1beta'],
] as const

/** Tool rounds of the whole app over each protocol, against the same rounds over `openai-completions`. */
const protocolRounds: Bench = async ({ root, folder }) => {
  const server = await startChild(root, 'protocol-model')
  const apps = []
  for (const [api, path] of PROTOCOLS) {
    const child = await startChild(root, 'protocol-rounds', [
      join(folder, api),
      api,
      `${server.first}${path}`,
    ])
    apps.push({ api, child, times: [] as number[], ratios: [] as number[] })
  }
  for (let repeat = 0; repeat < WARM_UP + REPEATS; repeat += 1) {
    const took = new Map<string, number>()
    // Each goes first in turn.
    for (let at = 0; at < apps.length; at += 1) {
      const next = apps[(repeat + at) % apps.length]
      if (next !== undefined) took.set(next.api, Number(await next.child.ask(`rounds ${ROUNDS}`)))
    }
    if (repeat < WARM_UP) continue
    for (const { api, times, ratios } of apps) {
      const ms = took.get(api) ?? Number.NaN
      times.push(ms / ROUNDS)
      ratios.push(ms / (took.get('openai-completions') ?? Number.NaN))
    }
  }
  for (const { child } of apps) await child.stop()
  await server.stop()
  return apps.flatMap(({ api, times, ratios }) => {
    const one = figure(`  one round, ${api}`, median(times), 'ms')
    if (api === 'openai-completions') return [one]
    return [atMost(`a tool round, ${api} ÷ openai-completions`, median(ratios), '×', 1.15), one]
  })
}
export default protocolRounds
