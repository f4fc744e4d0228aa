import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SideBySide } from './measure.ts'

/** How many agents, and bare calls, one round has. */
export const AGENTS = 200
/** How many of them are at work at the same time. */
export const AT_ONCE = 16

/** Where agents and bare calls are measured, both in one process. */
export type Runtime = {
  /** An Electron or a Node. */
  readonly executable: string
  readonly root: string
  /** Made for this measurement. */
  readonly folder: string
}

/** What agents cost beside bare calls in a process of the given runtime. Electron is asked to be a Node. */
export async function agentsBesideCalls({ executable, root, folder }: Runtime): Promise<SideBySide> {
  await mkdir(folder)
  const program = join(root, 'out', 'headless', 'agents-beside-calls.process.js')
  const child = fork(program, [root, folder], {
    execPath: executable,
    execArgv: [],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  const ended = once(child, 'exit')
  const answer = once(child, 'message') as Promise<[SideBySide]>
  const first = await Promise.race([answer, ended.then(() => null)])
  if (first === null) throw new Error('The process that measures ended too early.')
  await ended
  return first[0]
}
