import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProjectId } from '#shared/ids.ts'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import { systemClock } from '../src/main/lib/clock.ts'
import { createNewId } from '../src/main/lib/ids.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { createSessions } from '../src/main/runs/chats/sessions.ts'
import { createSupervisor } from '../src/main/runs/run/supervisor.ts'
import { createEngine } from '../src/main/workflows/engine/engine.ts'
import type { AgentRunner } from '../src/main/workflows/engine/ports.ts'
import { createWorkflowRows } from '../src/main/workflows/host/rows.ts'
import { compileQuickJs } from '../src/main/workflows/host/scripts/quickjs-wasm.ts'
import { createScriptHost } from '../src/main/workflows/host/scripts/script-host.ts'
import { createWorkflows } from '../src/main/workflows/host/workflows.ts'
import { openBenchLog } from './bench-log.ts'

/** Answers at once with its prompt. */
export const INSTANT: AgentRunner = {
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
}

/** Sandboxes as the app makes them. */
export const openScripts = (root: string) =>
  createScriptHost({
    worker: pathToFileURL(join(root, 'out/headless/script-worker.process.js')),
    compile: compileQuickJs,
    clock: systemClock,
    logger: silentLogger,
  })

export const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Workflow runs as the app has them, on a database in a file, with agents that answer at once. */
export function openBenchWorkflows(folder: string, name: string, scripts: ReturnType<typeof openScripts>) {
  const newId = createNewId(Date.now)
  const projectId: ProjectId = newId('project')
  const { db, disk, bus, store, schedule, close } = openBenchLog({ folder, name, newId })
  const log = { publish: bus.publish, live: bus.live, folds: store.folds }
  const supervisor = createSupervisor({
    log,
    newId,
    clock: systemClock,
    logger: silentLogger,
    graceMs: () => 1_000,
    pathOf: () => [],
  })
  const sessions = createSessions({
    log,
    newId,
    deviceId: newId('device'),
    chatAgent: 'build',
    prepare: async ({ cwd }) => ({ snapshot: { version: 1, cwd, sections: [] }, personaHash: 'x' }),
  })
  let over = (_state: string) => {}
  const workflows = createWorkflows({
    engine: createEngine({ clock: systemClock, hash, scripts, logger: silentLogger }),
    rows: createWorkflowRows(db),
    log,
    commit: disk.commit,
    supervisor,
    sessions,
    schedule,
    newId,
    clock: systemClock,
    logger: silentLogger,
    agentsFor: () => ({ ...INSTANT, close: async () => {} }),
    libraryFor: () => ({ find: () => Promise.reject(new Error('none here')) }),
    defaultModel: () => 'bench/scripted',
    trusts: async () => true,
    usedBefore: () => NO_COST,
    listed: () => {},
    warned: () => {},
    ended: (run) => over(run.state),
  })
  return {
    db,
    /** Runs a script to its end and answers how many milliseconds that took. */
    run: async (script: string): Promise<number> => {
      const start = performance.now()
      const ended = new Promise<string>((resolve) => {
        over = resolve
      })
      await workflows.launch({
        projectId,
        cwd: folder,
        launcherSessionId: null,
        fromChat: false,
        script,
        fileName: 'bench.js',
        args: null,
        concurrency: 16,
        budget: null,
      })
      const state = await ended
      if (state !== 'done') throw new Error(`The run ended as ${state}.`)
      return performance.now() - start
    },
    close,
  }
}
