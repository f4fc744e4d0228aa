import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { OpenSandbox } from '../../app/storage/open-sandbox.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FolderEnvironment } from '../../lib/programs/child-environment.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import { createStartAgain } from '../../lib/programs/start-again.ts'
import type { KeepProgram } from '../../processes/keeper.ts'
import { unlessMissing } from '../../sandbox/unless-missing.ts'
import type { WatchProgram } from '../../tools/bash/command-deps.ts'
import { runShell } from '../../tools/bash/run-shell.ts'
import { type ShellStart, shellStart } from '../../tools/bash/shell.ts'
import type { HookJob } from '../command-hooks.ts'
import type { Printed } from '../hook-answers.ts'

type Deps = {
  readonly clock: Clock
  readonly processes: ProcessTree
  readonly watchProgram: WatchProgram
  /** Ends the program with the app. It appears in no process list, because it belongs to no run. */
  readonly keep: KeepProgram
  /** The environment this process inherited. */
  readonly env: NodeJS.ProcessEnv
  readonly commandEnvironment: FolderEnvironment
  /** Prepares a hook of a project for the sandbox; null where it runs as it is. */
  readonly enterSandbox: OpenSandbox['enterFor']
  /** Takes the values of the vault out of a text. */
  readonly hide: (text: string) => string
}

/** Quitting may wait for it, and has waited already. */
const LAST_GRACE_MS = 500

/** A request can be long, and a hook may hand all of it back. */
const MOST_PRINTED = 16 * 1024 * 1024

/**
 * Runs the command of a hook in the folder of its chat, in a process group of its own. It gets neither secrets of this
 * process nor values of the vault, and nothing of it is left when this returns.
 */
export function createHookCommand({
  clock,
  processes,
  watchProgram,
  keep,
  env,
  commandEnvironment,
  enterSandbox,
  hide,
}: Deps) {
  const { platform } = process
  const runOnce = async (
    job: HookJob,
    signal: AbortSignal,
  ): Promise<Printed & { readonly begun: boolean }> => {
    const { command, scene, event } = job
    const printed = { out: '', err: '' }
    const take = (text: string, from: 'out' | 'err') => {
      if (printed.out.length + printed.err.length > MOST_PRINTED) return false
      printed[from] += text
      return printed.out.length + printed.err.length <= MOST_PRINTED
    }
    const program = startOf(command, env)
    // If the folder is missing, starting the hook reports it.
    const folder = (await unlessMissing(realpath(scene.cwd))) ?? scene.cwd
    const environment = {
      ...(await commandEnvironment(folder, signal)),
      ORRERY_HOOK: event,
      ORRERY_PROJECT: scene.cwd,
      // Hooks that were written for Claude Code find their scripts by it.
      CLAUDE_PROJECT_DIR: scene.cwd,
      ...job.environment,
    }
    const entered =
      job.source === 'user' || job.source === 'managed'
        ? null
        : await enterSandbox({
            session: scene.sessionId,
            root: folder,
            program,
            environment,
          })
    let begun = true
    const ending = await runShell(
      { platform, clock, processes },
      {
        start:
          entered === null
            ? program
            : {
                ...entered.program,
                verbatim: program.verbatim,
                contained: entered.rules.kind === 'bubblewrap',
              },
        cwd: scene.cwd,
        environment: entered?.environment ?? environment,
        input: hide(job.input),
        // The chain has a limit of its own and pulls the signal; this one is for a program that outlives it.
        timeoutMs: job.timeoutMs + 1_000,
        ...(event === 'session.end' ? { graceMs: LAST_GRACE_MS } : {}),
        started: (root) => {
          const { sessionId, runId, agentId } = scene
          return runId === null
            ? keep(root.pid)
            : watchProgram({ ...root, command, owner: { sessionId, runId, agentId } })
        },
        take,
        keepsEscapes: job.keepsEscapes ?? false,
      },
      signal,
    ).finally(async () => {
      // Only a failure needs to be told from a sandbox that did not start.
      begun = (await entered?.leave(printed.err, true))?.begun ?? true
    })
    signal.throwIfAborted()
    if (ending.by === 'flood') throw AppError.saying('hook.failed', say('hook.flood'))
    return {
      exitCode: ending.exitCode,
      out: hide(printed.out),
      err: hide(printed.err),
      begun: begun || ending.exitCode === 0,
    }
  }
  return async (job: HookJob, signal: AbortSignal): Promise<Printed> => {
    const startsAgain = createStartAgain(clock)
    for (;;) {
      const { begun, ...printed } = await runOnce(job, signal)
      if (begun || !startsAgain(printed.err)) return printed
    }
  }
}

/** As a shell runs any command, but with its two outputs apart: one is the answer, the other the reason. */
function startOf(command: string, environment: NodeJS.ProcessEnv): ShellStart {
  const start = shellStart(command, { platform: process.platform, environment, exists: existsSync })
  if (process.platform === 'win32') return start
  // Something to read makes bash believe that it was started over a network, and then it would run ~/.bashrc.
  const plain = start.file.endsWith('/bash') ? ['--norc'] : []
  return { ...start, args: [...plain, '-c', command] }
}
