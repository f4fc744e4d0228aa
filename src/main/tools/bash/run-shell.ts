import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { newLockLimit, withLockLimit } from '../../lib/programs/lock-limits.ts'
import { OWNER } from '../../lib/programs/owner-mark.ts'
import type { ProcessRoot, ProcessTree } from '../../lib/programs/process-tree.ts'
import { type Supervised, supervise } from '../../lib/programs/supervised-program.ts'
import { createPlainText } from './plain-text.ts'
import type { ShellStart } from './shell.ts'

export type ShellDeps = {
  readonly platform: NodeJS.Platform
  readonly clock: Clock
  readonly processes: ProcessTree
}
export type ShellJob = {
  readonly start: ShellStart
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** The standard input; missing for none. */
  readonly input?: string
  readonly timeoutMs: number
  /** Grace period after the termination request, in milliseconds; two seconds by default. */
  readonly graceMs?: number
  /** Told when the program runs. What it answers with is called when nothing of it is left. */
  readonly started: (root: ProcessRoot) => () => void
  /** Takes the output as it comes, and says from which of the two it is. False means that it is too much. */
  readonly take: (text: string, from: 'out' | 'err') => boolean
  /** Keeps escape sequences of terminals in the output. */
  readonly keepsEscapes?: boolean
}
export type ShellEnding = {
  readonly by: 'itself' | 'timeout' | 'stop' | 'flood'
  readonly exitCode: number | null
  readonly signal: string | null
  /** True when programs it had left in the background were ended too. */
  readonly leftBehind: boolean
}

const GRACE_MS = 2000
const BACKGROUND_GRACE_MS = 500
const DRAIN_MS = 200
const LAST_WORDS_MS = 5000
/** The programs of a sandbox end with it, but on a busy machine a moment later. */
const DYING_MS = 100

/** Runs a command and returns once nothing of it is left: not after its end, its time, or a stop. */
export async function runShell(deps: ShellDeps, job: ShellJob, signal: AbortSignal): Promise<ShellEnding> {
  signal.throwIfAborted()
  if ([...job.start.args, job.cwd].some((text) => text.includes('\0'))) throw nul()
  const over = new AbortController()
  const stamp = randomUUID()
  const lockLimit = deps.platform === 'linux' ? newLockLimit(job.environment[OWNER] ?? '') : undefined
  const args = lockLimit === undefined ? job.start.args : withLockLimit(job.start.args, lockLimit)
  const start = startOf({ ...job, start: { ...job.start, args } }, deps.platform)
  const child = spawn(start.file, [...start.args], {
    cwd: job.cwd,
    env: { ...start.environment, ORRERY_CALL: stamp },
    stdio: [
      job.input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      start.supervised ? 'pipe' : 'ignore',
    ],
    detached: deps.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: job.start.verbatim,
  })
  const exited = Promise.race([whenExited(child), whenLeftBehind(child)])
  feed(child, job.input)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const flooded = whenFlooded(child, job)
  const stopped = whenAborted(signal, over.signal)
  const late = deps.clock.after(job.timeoutMs, over.signal).then(
    () => 'timeout' as const,
    () => 'itself' as const,
  )
  const pid = child.pid ?? 0
  const root = {
    pid,
    mark: `ORRERY_CALL=${stamp}`,
    ...(lockLimit === undefined ? {} : { lockLimit }),
    ...(start.supervised ? { supervised: true as const } : {}),
  }
  const gone = child.pid === undefined ? null : job.started(root)
  try {
    const by = await Promise.race([exited.then(() => 'itself' as const), flooded, stopped, late])
    // Without a process there is nothing to end, and the reason is on its way.
    if (child.pid === undefined) await exited
    const within = (ms: number) => settledWithin(closed, ms, deps.clock, over.signal)
    if (by === 'itself') await within(DRAIN_MS)
    const leftBehind = by === 'itself' && (await staysAlive(deps, root, over.signal))
    if (by !== 'itself') await deps.processes.end(root, job.graceMs ?? GRACE_MS)
    else if (leftBehind) await deps.processes.end(root, BACKGROUND_GRACE_MS)
    await within(LAST_WORDS_MS)
    return { by, leftBehind, exitCode: child.exitCode, signal: child.signalCode }
  } finally {
    over.abort()
    gone?.()
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

/** The programs of a sandbox end with it. Others get a supervisor, which finds what they leave behind. */
function startOf({ start, environment }: ShellJob, platform: NodeJS.Platform): Supervised {
  if (start.contained === true) return { ...start, environment, supervised: false }
  return supervise(start, environment, { platform, arch: process.arch })
}

/** Whether programs of a command are alive and not just about to end. */
async function staysAlive(
  { processes, clock }: Pick<ShellDeps, 'processes' | 'clock'>,
  root: ProcessRoot,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await processes.isAlive(root))) return false
  await clock.after(DYING_MS, signal).catch(() => undefined)
  return await processes.isAlive(root)
}

function nul(): AppError {
  return AppError.forAgent('tool.failed', 'A command cannot contain a NUL character.')
}

function whenExited(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      reject(
        AppError.forAgent('tool.failed', `The shell could not be started: ${error.message}`, {
          cause: error,
        }),
      )
    })
  })
}

/** Resolves when a supervisor reports that the program has ended and left something behind. */
function whenLeftBehind(child: ChildProcess): Promise<void> {
  const report = child.stdio[3]
  return new Promise((resolve) => {
    report?.on('error', () => {})
    report?.once('data', () => resolve())
  })
}

/** A program need not read what it is given: that its end is gone then is no failure. */
function feed({ stdin }: ChildProcess, input: string | undefined): void {
  if (input === undefined || stdin === null) return
  stdin.on('error', () => {})
  stdin.end(input)
}

function whenFlooded(
  child: ChildProcess,
  { take, keepsEscapes }: Pick<ShellJob, 'take' | 'keepsEscapes'>,
): Promise<'flood'> {
  return new Promise((resolve) => {
    for (const from of ['out', 'err'] as const) {
      const stream = from === 'out' ? child.stdout : child.stderr
      const plain = keepsEscapes === true ? (text: string) => text : createPlainText()
      stream?.setEncoding('utf8')
      stream?.on('data', (text: string) => {
        if (!take(plain(text), from)) resolve('flood')
      })
    }
  })
}

function whenAborted(signal: AbortSignal, over: AbortSignal): Promise<'stop'> {
  return new Promise((resolve) => {
    // A signal of the command's own: many commands may share the one they are given.
    const own = AbortSignal.any([signal])
    own.addEventListener('abort', () => resolve('stop'), { once: true, signal: over })
  })
}

async function settledWithin(
  done: Promise<void>,
  ms: number,
  clock: Clock,
  over: AbortSignal,
): Promise<void> {
  await Promise.race([done, clock.after(ms, over)])
}
