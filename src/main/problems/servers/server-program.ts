import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'

/** A program to start, with everything around it. */
export type ServerStart = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

/** A running language server. */
export type ServerProgram = {
  readonly input: Writable
  readonly output: Readable
  /** Resolves with the reason once it has ended. */
  readonly ended: Promise<string>
  /** Ends it with everything that it started. */
  readonly end: () => Promise<void>
}

type Deps = {
  readonly processes: Pick<ProcessTree, 'end'>
  /** Ends the program with the app. */
  readonly keep: (pid: number) => () => void
}

/** The grace for a server that is asked to end, and the part of its error output that is kept. */
const GRACE_MS = 1_000
const MOST_KEPT = 2_000

/** Starts a language server as the leader of a process group. Rejects where it cannot be started. */
export async function startServerProgram(
  { processes, keep }: Deps,
  start: ServerStart,
): Promise<ServerProgram> {
  // Loaded with the first server, so that the app starts without it.
  const { default: spawn } = await import('cross-spawn')
  const mark = randomUUID()
  const child = spawn(start.file, [...start.args], {
    cwd: start.cwd,
    env: { ...start.environment, ORRERY_CALL: mark },
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const { stdin, stdout, stderr } = child
  await whenSpawned(child)
  if (stdin === null || stdout === null || stderr === null) throw new Error('The program has no pipes.')
  const letGo = keep(child.pid ?? 0)
  // An ended program reads nothing more, and its end is reported below.
  stdin.on('error', () => {})
  let complaint = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-MOST_KEPT)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      letGo()
      const last = complaint.trim().split('\n').at(-1)?.trim() ?? ''
      resolve(last !== '' ? last : signal === null ? `exit code ${code}` : String(signal))
    })
  })
  return {
    input: stdin,
    output: stdout,
    ended,
    end: async () => {
      if (child.exitCode === null && child.signalCode === null)
        await processes.end({ pid: child.pid ?? 0, mark: `ORRERY_CALL=${mark}` }, GRACE_MS)
      stdout.destroy()
    },
  }
}

function whenSpawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => {
      // Later errors concern signals that came too late.
      child.on('error', () => {})
      resolve()
    })
    child.once('error', reject)
  })
}
