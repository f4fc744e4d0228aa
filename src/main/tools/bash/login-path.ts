import { userInfo } from 'node:os'
import { posix } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Environment } from '../../lib/programs/child-environment.ts'
import type { ShellEnding, ShellJob } from './run-shell.ts'

type Deps = {
  readonly platform: NodeJS.Platform
  readonly inherited: Environment
  readonly home: string
  /** Returns the environment the shell inherits. */
  readonly environment: () => Readonly<Record<string, string>>
  readonly run: (job: ShellJob, signal: AbortSignal) => Promise<ShellEnding>
  readonly started: ShellJob['started']
  readonly logger: Pick<Logger, 'warn'>
  /** Ends with the app. */
  readonly signal: AbortSignal
  readonly shell?: string
}

/** Returns the search path of commands, or `null` where the inherited one holds. */
export type LoginPath = (signal: AbortSignal) => Promise<string | null>

const LIMIT_MS = 5_000
const MOST_OUTPUT = 256 * 1024
/** Shells that take these options, with which they read what they read in a terminal. */
const OPTIONS = ['-l', '-i', '-c']
const KNOWN = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'fish'])
const START = 'orrery-path-start'
const END = 'orrery-path-end'
const SCRIPT = `echo ${START}; /usr/bin/env; echo ${END}`

/**
 * Asks the login shell of the person for `PATH`, once: a desktop starts the app with the path of the system, without
 * what shell start-up files add. A shell that is not known, too slow or too talkative is passed over; then usual
 * folders are added.
 */
export function createLoginPath(deps: Deps): LoginPath {
  let asked: Promise<string | null> | null = null
  return async (signal) => {
    if (!isFromLauncher(deps)) return null
    asked ??= ask(deps)
    await Promise.race([asked, aborted(signal)])
    signal.throwIfAborted()
    return await asked
  }
}

/** A terminal sets `TERM`; npm has been started from one, or by a service that sets the path itself. */
function isFromLauncher({ platform, inherited }: Pick<Deps, 'platform' | 'inherited'>): boolean {
  return platform !== 'win32' && inherited['TERM'] === undefined && inherited['npm_execpath'] === undefined
}

async function ask(deps: Deps): Promise<string> {
  const { inherited, home, platform, logger, signal } = deps
  const own = inherited['PATH'] ?? ''
  const shell = deps.shell ?? inherited['SHELL'] ?? userInfo().shell ?? ''
  const found = KNOWN.has(posix.basename(shell)) && posix.isAbsolute(shell) ? await pathOf(shell, deps) : null
  signal.throwIfAborted()
  if (found === null) logger.warn('The login shell did not tell its search path', { shell })
  const usual = platform === 'darwin' ? ['/opt/homebrew/bin', '/usr/local/bin'] : ['/usr/local/bin']
  return joined(found ?? '', own, ...(found === null ? [...usual, posix.join(home, '.local/bin')] : []))
}

async function pathOf(
  shell: string,
  { run, environment, home, started, signal }: Deps,
): Promise<string | null> {
  let output = ''
  const take = (text: string, from: 'out' | 'err') => {
    if (from === 'out') output += text
    return output.length < MOST_OUTPUT
  }
  const start = { file: shell, args: [...OPTIONS, SCRIPT], verbatim: false }
  const job = {
    start,
    cwd: home,
    environment: environment(),
    timeoutMs: LIMIT_MS,
    graceMs: 200,
    started,
    take,
  }
  try {
    const { by } = await run(job, signal)
    return by === 'itself' ? readPath(output) : null
  } catch (error) {
    // The shell is not there, or may not be started.
    if (error instanceof AppError) return null
    throw error
  }
}

/** Parses `PATH` from the text between the markers, because start-up files may print around it. */
export function readPath(output: string): string | null {
  const lines = output.split(/\r?\n/)
  const start = lines.indexOf(START)
  const end = lines.indexOf(END, start)
  if (start === -1 || end === -1) return null
  const path = lines.slice(start, end).findLast((line) => line.startsWith('PATH='))
  return path === undefined || path.length === 'PATH='.length ? null : path.slice('PATH='.length)
}

/** Joins search paths without repeating a folder. */
function joined(...paths: readonly string[]): string {
  const folders = paths.flatMap((path) => path.split(':')).filter((folder) => posix.isAbsolute(folder))
  return [...new Set(folders)].join(':')
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
