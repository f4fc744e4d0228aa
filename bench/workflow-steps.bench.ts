import { readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { openMeasured } from './bench-log.ts'
import { openBenchWorkflows, openScripts } from './bench-workflows.ts'
import { median } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'

const STEPS = 400
const ROUNDS = 6
const WARM_UP = 2
const SCRIPT = `export const meta = { name: 'bench', description: 'For a bench' }
for (let n = 0; n < ${STEPS}; n += 1) await agent('look at ' + n)`

/**
 * What one step of a workflow costs when each waits for the one before and for the disk, next to one small insert with
 * the same pragmas. Agents answer at once.
 */
const workflowSteps: Bench = async ({ root, folder }) => {
  const scripts = openScripts(root)
  const host = openBenchWorkflows(folder, 'steps', scripts)
  const bare = openMeasured(folder, 'bare')
  for (const db of [host.db, bare]) db.pragma('synchronous = FULL')
  bare.exec('CREATE TABLE bare_steps (n INTEGER PRIMARY KEY, value TEXT NOT NULL)')
  const found: (Cost & { readonly bare: number })[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    await scripts.warm()
    const ours = await costOf(() => host.run(SCRIPT))
    const raw = await costOf(() => insertAll(bare, round))
    if (round >= WARM_UP) found.push({ ...ours, bare: raw.ms })
  }
  await scripts.close()
  host.close()
  bare.close()
  const each = (of: (cost: Cost & { readonly bare: number }) => number) => median(found.map(of)) / STEPS
  return [
    atMost(
      'a durable workflow step, one after the other',
      each(({ ms }) => ms),
      'ms',
      0.9,
    ),
    atMost(
      '  processor time',
      each(({ cpu }) => cpu),
      'ms',
      1,
    ),
    atMost('  written', each(({ bytes }) => bytes) / 1024, 'KB', 12),
    atMost(
      '  ÷ a raw insert that waits for the disk',
      median(found.map(({ ms, bare: raw }) => ms / raw)),
      '×',
      8,
    ),
    figure(
      '  a raw insert',
      each((cost) => cost.bare),
      'ms',
    ),
  ]
}
export default workflowSteps

type Cost = { readonly ms: number; readonly cpu: number; readonly bytes: number }

/** Time by the clock, processor time of all threads and bytes given to the disk. */
async function costOf(act: () => Promise<unknown> | unknown): Promise<Cost> {
  const bytes = writtenSoFar()
  const cpu = process.cpuUsage()
  const start = performance.now()
  await act()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpu: (user + system) / 1_000, bytes: writtenSoFar() - bytes }
}

/** Bytes this process wrote, as Linux counts them; elsewhere 0. */
function writtenSoFar(): number {
  if (process.platform !== 'linux') return 0
  return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0)
}

function insertAll(db: Database, round: number): void {
  const insert = db.prepare<[number, string]>('INSERT INTO bare_steps (n, value) VALUES (?, ?)')
  for (let n = 0; n < STEPS; n += 1) insert.run(round * STEPS + n, `look at ${n}`)
}
