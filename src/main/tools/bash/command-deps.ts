import type { CallId } from '#shared/ids.ts'
import type { ProgramOwner } from '#shared/process/process.ts'
import type { CommandFiles } from '#shared/session/command-files.ts'
import type { ProcessRoot } from '../../lib/programs/process-tree.ts'
import type { PathFlavour } from '../files/project-path.ts'
import type { Jobs } from '../jobs/job-port.ts'
import type { ToolContext } from '../tool.ts'
import type { ShellDeps } from './run-shell.ts'
import type { DescribeSandbox, EnterSandbox } from './sandboxed.ts'
import type { ShellSystem } from './shell.ts'

/** Dependencies of running an agent's command. */
export type BashDeps = ShellDeps &
  ShellSystem & {
    readonly flavour: PathFlavour
    readonly commandEnvironment: EnvironmentOfCall
    readonly watchProgram: WatchCommand
    readonly beforeCommand: BeforeCommand
    readonly enterSandbox: EnterSandbox
    readonly describeSandbox: DescribeSandbox
    readonly jobs: Jobs
  }

/** Builds the environment of the command of a call. */
export type EnvironmentOfCall = (
  context: Pick<ToolContext, 'callId' | 'root'>,
  signal: AbortSignal,
) => Promise<Readonly<Record<string, string>>>

/**
 * Registers a program that runs for an agent. The returned function is called when it has ended completely.
 */
export type WatchProgram = (
  program: ProcessRoot & { readonly command: string; readonly owner: ProgramOwner },
) => () => void

/** The same, with the call that a command is for. */
export type WatchCommand = (
  program: Parameters<WatchProgram>[0] & { readonly callId: CallId },
) => ReturnType<WatchProgram>

/**
 * Told before a command that may change files. What it answers with is called when the command has ended, and tells
 * which files of the project are others by then.
 */
export type BeforeCommand = (
  context: Pick<ToolContext, 'sessionId' | 'runId' | 'callId' | 'root'>,
  signal: AbortSignal,
) => Promise<() => Promise<CommandFiles>>
