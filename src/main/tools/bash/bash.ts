import { z } from 'zod'
import type { CallId } from '#shared/ids.ts'
import type { ProgramOwner } from '#shared/process/process.ts'
import type { CommandFiles } from '#shared/session/tool-details.ts'
import type { ProcessRoot } from '../../lib/process-tree.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { looksOnly } from '../permission/judge.ts'
import { defineTool, type Tool, type ToolContext, type ToolPlan, type ToolResult } from '../tool.ts'
import description from './bash.md?raw'
import { commandActs } from './command-acts.ts'
import { createOutputLog, type OutputLog } from './output-log.ts'
import { settled } from './plain-text.ts'
import { runShell, type ShellDeps, type ShellEnding } from './run-shell.ts'
import { type ShellSystem, shellStart } from './shell.ts'
import { createShellGrammar } from './shell-grammar.ts'

const FLOOD = 50 * 1024 * 1024

const BashArgs = z.strictObject({
  command: z.string().trim().min(1).max(100_000),
  timeout_ms: z.number().int().min(1).max(600_000).default(120_000),
  description: z.exactOptional(z.string()),
})
type BashArgs = z.output<typeof BashArgs>

export type BashDeps = ShellDeps &
  ShellSystem & {
    readonly flavour: PathFlavour
    readonly commandEnvironment: EnvironmentOfCall
    readonly watchProgram: WatchCommand
    readonly beforeCommand: BeforeCommand
  }

/** Builds the environment of the command of a call. */
export type EnvironmentOfCall = (
  context: Pick<ToolContext, 'callId'>,
  signal: AbortSignal,
) => Promise<Readonly<Record<string, string>>>

/** Told of every program that runs for an agent. What it answers with is called when nothing of it is left. */
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

/** Runs shell commands in the project folder. */
export function createBashTool(deps: BashDeps): Tool {
  const loadGrammar = createShellGrammar()
  const actsOf = (command: string, root: string) => commandActs(command, root, deps.flavour, loadGrammar)

  const run = async (
    args: BashArgs,
    context: ToolContext,
    signal: AbortSignal,
    fresh: ToolPlan | null,
  ): Promise<ToolResult> => {
    const acts = fresh?.acts ?? (await actsOf(args.command, context.root))
    const look = looksOnly(acts) ? null : await deps.beforeCommand(context, signal)
    const log = createOutputLog()
    const take = (text: string) => {
      // What comes while a flood is being ended is dropped.
      if (log.size() > FLOOD) return false
      log.add(text)
      context.progress(text)
      return log.size() <= FLOOD
    }
    const job = {
      start: shellStart(args.command, deps),
      cwd: context.root,
      environment: await deps.commandEnvironment(context, signal),
      timeoutMs: args.timeout_ms,
      started: (root: ProcessRoot) =>
        deps.watchProgram({
          ...root,
          ...{ command: args.command, owner: ownerIn(context), callId: context.callId },
        }),
      take,
    }
    const ending = await runShell(deps, job, signal)
    return await answer(args, log, ending, { context, files: await look?.() })
  }

  return defineTool({
    name: 'bash',
    title: 'Run',
    description,
    schema: BashArgs,
    parallel: false,
    access: 'execute',
    plan: async ({ command, timeout_ms: timeoutMs }, context) => ({
      acts: await actsOf(command, context.root),
      preview: { kind: 'command', command, timeoutMs },
    }),
    run,
  })
}

function ownerIn({ sessionId, runId, agentId }: ToolContext): ProgramOwner {
  return { sessionId, runId, agentId }
}

async function answer(
  args: BashArgs,
  log: OutputLog,
  ending: ShellEnding,
  { context, files }: { readonly context: ToolContext; readonly files: CommandFiles | undefined },
): Promise<ToolResult> {
  const { text, cut } = log.shown()
  const said = [settled(text).trimEnd(), ...notes(args, ending)].filter((line) => line !== '')
  return {
    text: said.length === 0 ? '(no output)' : said.join('\n'),
    isError: ending.by !== 'itself' || ending.exitCode !== 0,
    details: {
      kind: 'bash',
      command: args.command,
      exitCode: ending.exitCode,
      signal: ending.signal,
      timedOut: ending.by === 'timeout',
      ...(files === undefined ? {} : { files }),
    },
    ...(cut ? { outputBlob: await context.blobs.putText(log.whole()) } : {}),
  }
}

function notes(args: BashArgs, { by, exitCode, signal, leftBehind }: ShellEnding): string[] {
  if (by === 'timeout') return [`(stopped: it was not done after ${args.timeout_ms / 1000} s)`]
  if (by === 'stop') return ['(stopped before it was done)']
  if (by === 'flood') return ['(stopped: it printed more than 50 MB)']
  const said: string[] = []
  if (exitCode !== 0) said.push(signal === null ? `(exit code ${exitCode})` : `(ended by ${signal})`)
  if (leftBehind) said.push('(programs it had left in the background were ended)')
  return said
}
