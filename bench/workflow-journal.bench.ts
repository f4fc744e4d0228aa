import type { Database } from 'better-sqlite3'
import type { WorkflowRunId } from '#shared/ids.ts'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import { createWorkflowRows } from '../src/main/workflows/host/rows.ts'
import { openMeasured } from './bench-log.ts'
import { hash, openBenchWorkflows, openScripts } from './bench-workflows.ts'
import { sideBySide } from './measure.ts'
import { atMost, type Bench, type BenchContext, figure } from './row.ts'

const AGENTS = 1_000
const SCRIPT = `export const meta = { name: 'bench', description: 'For a bench' }
return (await parallel(Array.from({ length: ${AGENTS} }, (_, n) => () => agent('look at ' + n)))).length`

/**
 * What a finished agent costs on the way to the disk, against one insert of its journal row with the same pragmas:
 * once waiting for the disk as the app does, and once without, where only our own work is seen.
 */
const workflowJournal: Bench = async (context) => {
  const durable = await compare(context, 'FULL')
  const unsynced = await compare(context, 'OFF')
  const each = (ms: number) => (ms * 1_000) / AGENTS
  return [
    atMost('agent() kept on the disk, 16 at once ÷ a raw insert', durable.ratio, '×', 3),
    figure('  one agent()', each(durable.ours), 'µs'),
    figure('  one raw insert', each(durable.bare), 'µs'),
    figure('  one agent() without waiting for the disk', each(unsynced.ours), 'µs'),
  ]
}
export default workflowJournal

async function compare({ root, folder }: BenchContext, synchronous: 'FULL' | 'OFF') {
  const scripts = openScripts(root)
  const host = openBenchWorkflows(folder, `ours-${synchronous}`, scripts)
  const bare = openMeasured(folder, `bare-${synchronous}`)
  for (const db of [host.db, bare]) db.pragma(`synchronous = ${synchronous}`)
  const result = await sideBySide(
    { rounds: 6, warmUp: 1 },
    async () => {
      await scripts.warm()
      return host.run(SCRIPT)
    },
    (round) => insertAll(bare, `wfr_bare_${round}` as WorkflowRunId),
  )
  await scripts.close()
  host.close()
  bare.close()
  return result
}

/** The same rows, each in a transaction of its own, with nothing around them. */
function insertAll(db: Database, id: WorkflowRunId): number {
  const rows = createWorkflowRows(db)
  const entries = Array.from({ length: AGENTS }, (_, n) => entryOf(n))
  const start = performance.now()
  for (const entry of entries) rows.putMemo(id, entry)
  return performance.now() - start
}

const entryOf = (n: number): MemoEntry => ({
  key: hash(`look at ${n}`),
  nth: 0,
  kind: 'ok',
  value: `look at ${n}`,
  cost: { usage: { input: 1, output: 1 }, usd: null },
  hadWriteTools: false,
  label: `look at ${n}`,
  ref: null,
  at: 1_700_000_000_000 + n,
})
