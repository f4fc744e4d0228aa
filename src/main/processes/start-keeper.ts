import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { lockLimitsOf } from '../lib/programs/lock-limits.ts'
import script from './keeper.sh?raw'
import { KEEPER_NAME, type KeeperProcess } from './keeper.ts'

type Deps = {
  /** The variable by which programs are known on Linux, `NAME=value`. */
  readonly mark: string
  readonly platform: NodeJS.Platform
  /** The search path for programs outside the usual folders. */
  readonly path: string
  /** Those of the system, but in tests. */
  readonly shell?: string
  readonly programs?: string
  readonly processes?: string
}

/**
 * Starts the keeper. It is a script for the shell of the system, which needs neither a file that an installer could
 * misplace nor the runtime of the app, and takes a megabyte. In a session of its own nothing that is meant for the app
 * or its terminal reaches it. It carries no mark: it must not count as one of the programs.
 */
export function startKeeper(deps: Deps): KeeperProcess {
  const { mark, platform, path } = deps
  const { shell = '/bin/sh', programs = '/usr/bin:/bin', processes = '/proc' } = deps
  const limits = lockLimitsOf(mark.slice(mark.indexOf('=') + 1))
  const args = ['-c', 'eval "$KEEPER"', KEEPER_NAME, mark, platform === 'linux' ? processes : '', limits]
  const child = spawn(shell, args, {
    // A folder that may be removed, or a disk, would be held.
    cwd: '/',
    env: { KEEPER: script, PATH: `${programs}:${path}`, LC_ALL: 'C', TZ: 'UTC0' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  letGo(child)
  return {
    say: (lines) => void child.stdin?.write(lines),
    onEnd: (listener) => {
      child.once('error', (error) => listener(error.message))
      child.once('exit', (code, signal) => listener(`it ended with ${signal ?? code}`))
    },
    fallSilent: () => void child.stdin?.end(),
  }
}

/** Detaches the process, so that it does not delay the exit of the app and may end first. */
function letGo(child: ChildProcess): void {
  child.unref()
  child.stdin?.on('error', () => {})
  if (child.stdin instanceof Socket) child.stdin.unref()
}
