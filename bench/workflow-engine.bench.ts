import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import type { WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import { systemClock } from '../src/main/lib/clock.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { createEngine, type Engine } from '../src/main/workflows/engine/engine.ts'
import { compileQuickJs } from '../src/main/workflows/host/scripts/quickjs-wasm.ts'
import { createScriptHost } from '../src/main/workflows/host/scripts/script-host.ts'
import { median } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'

const AGENTS = 1_000
const ROUNDS = 12
const WARM_UP = 2
const META = `export const meta = { name: 'bench', description: 'For a bench' }\n`
const SHORT = `${META}phase('Here')`
const MANY = `${META}return (await parallel(Array.from({ length: ${AGENTS} }, (_, n) => () => agent('look at ' + n)))).length`
const CHAIN = `${META}for (let n = 0; n < ${AGENTS}; n += 1) await agent('look at ' + n)`

/** What the engine itself costs: agents answer at once and the journal is in memory. */
const workflowEngine: Bench = async ({ root }) => {
  const worker = pathToFileURL(join(root, 'out/headless/script-worker.process.js'))
  const scripts = createScriptHost({
    worker,
    compile: compileQuickJs,
    clock: systemClock,
    logger: silentLogger,
  })
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const engine = createEngine({ clock: systemClock, hash, scripts, logger: silentLogger })
  const rows = (await run(engine, MANY, [])).rows
  const cold = await times(async () => (await run(engine, SHORT, [])).heardAfter)
  const warm = await times(async () => {
    await scripts.warm()
    // The sandbox is up once it has answered; a run started from the monitor finds it like this.
    await systemClock.after(150, new AbortController().signal)
    return (await run(engine, SHORT, [])).heardAfter
  })
  const live = await times(async () => (await run(engine, MANY, [])).took)
  const resumed = await times(async () => (await run(engine, MANY, rows)).took)
  const chained = await times(async () => (await run(engine, CHAIN, rows)).took)
  await scripts.close()
  return [
    atMost('script start, sandbox ready', warm, 'ms', 30),
    figure('  with a new thread', cold, 'ms'),
    atMost(`resume of ${AGENTS} agents from the memo`, resumed, 'ms', 400),
    figure('  called one after the other', chained, 'ms'),
    figure(`one agent() of ${AGENTS}, 16 at once`, (live * 1_000) / AGENTS, 'µs'),
  ]
}
export default workflowEngine

async function times(act: () => Promise<number>): Promise<number> {
  const found: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const time = await act()
    if (round >= WARM_UP) found.push(time)
  }
  return median(found)
}

/** Runs a script. `heardAfter` is when its first `phase` was heard. */
async function run(engine: Engine, source: string, memo: readonly MemoEntry[]) {
  const rows: MemoEntry[] = []
  const start = performance.now()
  let heardAfter = Number.NaN
  const report = (event: WorkflowEvent) => {
    if (event.kind === 'workflow.phase') heardAfter = performance.now() - start
  }
  const handle = await engine.start(
    {
      script: { source, fileName: 'bench.js' },
      args: {},
      attempt: 1,
      concurrency: 16,
      budget: null,
      memo,
      reuseEdits: true,
      edits: [],
      agents: {
        start: async ({ prompt }) => ({
          ref: null,
          model: null,
          end: Promise.resolve({
            kind: 'ok',
            value: prompt,
            cost: { usage: { input: 1, output: 1 }, usd: null },
            hadWriteTools: false,
          }),
        }),
      },
      journal: { commit: async (entry) => void rows.push(entry) },
      progress: { report },
      library: { find: () => Promise.reject(new Error('none here')) },
    },
    new AbortController().signal,
  )
  const end = await handle.done
  if (end.state !== 'done') throw new Error(`The run ended as ${end.state}: ${end.error?.message}`)
  return { rows, heardAfter, took: performance.now() - start }
}
