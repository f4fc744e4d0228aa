import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { MOST_OUTPUT } from '#shared/attempts/attempt-events.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Clock } from '../lib/clock.ts'
import type { FolderEnvironment } from '../lib/programs/child-environment.ts'
import type { ProcessTree } from '../lib/programs/process-tree.ts'
import { createStartAgain } from '../lib/programs/start-again.ts'
import type { KeepProgram } from '../processes/keeper.ts'
import { runShell } from '../tools/bash/run-shell.ts'
import { type ShellStart, shellStart } from '../tools/bash/shell.ts'
import type { CheckResult } from './ports.ts'

/** A program that was prepared for the sandbox. */
type Entered = {
  readonly program: Omit<ShellStart, 'verbatim'>
  readonly environment: Readonly<Record<string, string>>
  readonly contained: boolean
  /** Cleans up. Returns whether the program began. */
  readonly leave: (output: string) => Promise<boolean>
}

export type CheckDeps = {
  readonly clock: Clock
  readonly processes: ProcessTree
  /** Ends the program with the app. */
  readonly keep: KeepProgram
  /** The environment this process inherited. */
  readonly env: NodeJS.ProcessEnv
  readonly commandEnvironment: FolderEnvironment
  /** Prepares a command for the sandbox; null where it runs as it is. */
  readonly enter: (job: {
    readonly session: SessionId
    readonly root: string
    readonly program: ShellStart
    readonly environment: Readonly<Record<string, string>>
  }) => Promise<Entered | null>
  /** Takes the values of the vault out of a text. */
  readonly hide: (text: string) => string
}

type CheckJob = {
  readonly sessionId: SessionId
  readonly folder: string
  readonly command: string
  readonly limitMs: number
}

/** Runs check commands in worktrees, in the sandbox of commands. Nothing of them is left afterwards. */
export function createCheckCommand(deps: CheckDeps) {
  const { platform } = process
  const runOnce = async (job: CheckJob, signal: AbortSignal) => {
    const { command, limitMs, sessionId } = job
    let output = ''
    const folder = await realpath(job.folder)
    const program = shellStart(command, { platform, environment: deps.env, exists: existsSync })
    const environment = await deps.commandEnvironment(folder, signal)
    const entered = await deps.enter({ session: sessionId, root: folder, program, environment })
    const start =
      entered === null
        ? program
        : { ...entered.program, verbatim: program.verbatim, contained: entered.contained }
    let begun = true
    const ending = await runShell(
      { platform, clock: deps.clock, processes: deps.processes },
      {
        start,
        cwd: folder,
        environment: entered?.environment ?? environment,
        timeoutMs: limitMs,
        started: (root) => deps.keep(root.pid),
        take: (text) => {
          output = `${output}${text}`.slice(-2 * MOST_OUTPUT)
          return true
        },
      },
      signal,
    ).finally(async () => {
      begun = (await entered?.leave(output)) ?? true
    })
    signal.throwIfAborted()
    return { ending, output: deps.hide(output).slice(-MOST_OUTPUT), begun }
  }
  return async (job: CheckJob, signal: AbortSignal): Promise<CheckResult> => {
    const startsAgain = createStartAgain(deps.clock)
    for (;;) {
      const { ending, output, begun } = await runOnce(job, signal)
      const { by, exitCode } = ending
      if (!begun && exitCode !== 0 && startsAgain(output)) continue
      const state = by === 'timeout' ? 'late' : exitCode === 0 ? 'passed' : 'failed'
      return { state, exitCode, output }
    }
  }
}
