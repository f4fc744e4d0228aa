import { startChild } from './bench-child.ts'
import { median, timeOf } from './measure.ts'
import { atMost, figure, type Row } from './row.ts'

/** The passes of each side. They take turns. */
const PASSES = 3
/** A replay that differs more from itself says that the machine was too busy to compare anything. */
const MOST_NOISE = 1.35

type Cost = { readonly ms: number; readonly cpu: number }

type Compared = {
  readonly root: string
  readonly name: string
  readonly baseUrl: string
  /** The recorded bodies. */
  readonly file: string
  readonly atOnce: number
  /** Does with the app what was recorded. */
  readonly ours: () => Promise<unknown>
  readonly target: number
}

/**
 * Compares work of the app with a replay of its own requests: three passes of each, neighbours in time. The noise row is the
 * replay against itself.
 */
export async function besideReplay(compared: Compared): Promise<Row[]> {
  const { root, name, baseUrl, file, atOnce, ours, target } = compared
  const child = await startChild(root, 'replay', [baseUrl, file, String(atOnce)])
  const requests = Number(child.first)
  const pass = async () => (await child.ask('go')) as Cost
  // The first pass pays for connections and compiled code.
  await pass()
  await ours()
  const times: { ours: number; cpu: number; before: Cost; after: Cost }[] = []
  for (let round = 0; round < PASSES; round += 1) {
    const before = await pass()
    const cpu = process.cpuUsage()
    const took = await timeOf(ours)
    const { user, system } = process.cpuUsage(cpu)
    times.push({ ours: took, cpu: (user + system) / 1_000, before, after: await pass() })
  }
  await child.stop()
  const ratios = times.map(({ ours: mine, before, after }) => (2 * mine) / (before.ms + after.ms))
  const noise = times.map(({ before, after }) => {
    const [low, high] = [Math.min(before.ms, after.ms), Math.max(before.ms, after.ms)]
    return high / low
  })
  return [
    atMost(`${name} ÷ replay`, median(ratios), '×', target),
    figure('  lowest pass', Math.min(...ratios), '×'),
    figure('  highest pass', Math.max(...ratios), '×'),
    atMost('  noise: replay ÷ itself', median(noise), '×', MOST_NOISE),
    figure('  processor time a request', median(times.map(({ cpu }) => cpu)) / requests, 'ms'),
    figure('  the same of the replay', median(times.map(({ before }) => before.cpu)) / requests, 'ms'),
  ]
}
