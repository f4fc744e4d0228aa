import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxReceipt, SandboxRules } from '#shared/sandbox/sandbox.ts'
import type { ProcessRoot } from '../../lib/programs/process-tree.ts'
import { createStartAgain } from '../../lib/programs/start-again.ts'
import type { Located } from '../files/locate-path.ts'
import type { SandboxDecision, ToolAct, ToolContext } from '../tool.ts'
import type { BashDeps } from './command-deps.ts'
import { createOutputLog, type OutputLog } from './output-log.ts'
import { runShell, type ShellEnding } from './run-shell.ts'
import {
  blockedNote,
  canBeOpened,
  canOpen,
  opensGitSettings,
  type SandboxLeft,
  targetsOf,
} from './sandboxed.ts'
import { asWritten, type ShellStart, shellStart } from './shell.ts'

const FLOOD = 50 * 1024 * 1024

/** Length of the output searched for blocked actions, in characters. */
const LAST_OUTPUT = 64 * 1024

/** Maximum reruns of one call with extended permissions. */
const MOST_RUNS = 6

/** A command with the facts of its call. */
export type Command = {
  readonly args: { readonly command: string; readonly timeout_ms: number }
  readonly acts: readonly ToolAct[]
  readonly context: ToolContext
  /** The working folder, if not the project folder. */
  readonly folder: Located | null
}

/** The last run of a command. `said` are sentences for the model on what the sandbox did. */
export type RanCommand = {
  readonly log: OutputLog
  readonly ending: ShellEnding
  readonly receipt: SandboxReceipt | null
  readonly said: readonly string[]
}

/**
 * Runs a command, in the sandbox where there is one. What the sandbox blocked is put to the person, who may open exactly
 * that or let the command run outside once; then it runs again.
 */
export async function runCommand(deps: BashDeps, command: Command, signal: AbortSignal): Promise<RanCommand> {
  const { args, acts, context, folder } = command
  const start = shellStart(args.command, deps)
  const named = targetsOf(acts)
  const opens = opensGitSettings(acts)
  const once: PermissionRule[] = []
  const startsAgain = createStartAgain(deps.clock)
  for (let count = 1; ; count++) {
    const environment = await deps.commandEnvironment(context, signal)
    const entered = await deps.enterSandbox(
      context,
      { start, environment, named, once, opensGitSettings: opens, ...(folder && { cwd: folder.absolute }) },
      signal,
    )
    if (entered.how === 'required') {
      const decision = await askOutside(command, signal)
      if (decision.how !== 'outside') return refused(entered.reason, decision)
      return await outside(deps, command, { start, environment, receipt: null }, signal)
    }
    const run = await runOnce(
      deps,
      command,
      entered.how === 'inside' ? entered : { start, environment },
      signal,
    ).catch(async (error: unknown) => {
      if (entered.how === 'inside') await entered.leave('', true)
      throw error
    })
    if (entered.how === 'plain') return { ...run, receipt: null, said: [] }
    const failed = run.ending.by !== 'itself' || run.ending.exitCode !== 0
    const output = run.log.whole().slice(-LAST_OUTPUT)
    const left = await entered.leave(output, failed)
    const { receipt } = left
    if (!left.begun && run.ending.by === 'itself' && startsAgain(output)) continue
    if (run.isHeld) context.progress(run.log.whole())
    const last = { ...run, ending: withSignal(run.ending), receipt, said: [blockedNote(receipt.blocked)] }
    const mayAsk = failed && run.ending.by !== 'stop' && canBeOpened(receipt.blocked) && count < MOST_RUNS
    if (!mayAsk) return last
    const decision = await context.approveOutside(askFor(command, left, entered), signal)
    if (decision.how === 'outside') {
      return await outside(deps, command, { start, environment, receipt }, signal)
    }
    if (decision.how === 'denied') return { ...last, said: [...last.said, deniedNote(decision.reason)] }
    once.push(...left.proposed)
  }
}

/** Asks the person to run a command without the required sandbox. */
export async function askOutside(command: Command, signal: AbortSignal): Promise<SandboxDecision> {
  return await command.context.approveOutside(askFor(command, null, null), signal)
}

function askFor(
  { args, folder }: Command,
  left: SandboxLeft | null,
  entered: { readonly rules: SandboxRules } | null,
) {
  return {
    preview: {
      kind: 'sandbox' as const,
      command: args.command,
      timeoutMs: args.timeout_ms,
      ...(folder && { workdir: folder.absolute }),
      blocked: left?.receipt.blocked.filter(canOpen) ?? [],
      rules: entered?.rules ?? null,
    },
    proposedRules: left?.proposed ?? [],
  }
}

type Start = { readonly start: ShellStart; readonly environment: Readonly<Record<string, string>> }

async function outside(
  deps: BashDeps,
  command: Command,
  { receipt, ...start }: Start & { readonly receipt: SandboxReceipt | null },
  signal: AbortSignal,
): Promise<RanCommand> {
  const run = await runOnce(deps, command, start, signal)
  const said = ['(the person let this command run once without the sandbox)']
  return { ...run, receipt: receipt === null ? null : { ...receipt, outside: true }, said }
}

function refused(reason: string, decision: SandboxDecision): RanCommand {
  const ending: ShellEnding = { by: 'itself', exitCode: 126, signal: null, leftBehind: false }
  const why = decision.how === 'denied' ? deniedNote(decision.reason) : ''
  return { log: createOutputLog(), ending, receipt: null, said: [reason, why] }
}

/** Words the person's refusal for the model. */
export function deniedNote(reason: string): string {
  const why = reason.trim() === '' ? '' : `: ${reason.trim().replace(/[.\s]+$/, '')}`
  return `The person did not allow what the sandbox blocked${why}. Do not try the same again; ask, or find another way.`
}

/** Bubblewrap reports a signal as shells do. */
function withSignal(ending: ShellEnding): ShellEnding {
  const name = ending.exitCode === null ? undefined : SIGNALS[ending.exitCode - 128]
  return ending.signal === null && name !== undefined ? { ...ending, signal: name } : ending
}

const SIGNALS: Readonly<Record<number, string>> = { 6: 'SIGABRT', 9: 'SIGKILL', 11: 'SIGSEGV', 15: 'SIGTERM' }

async function runOnce(
  deps: BashDeps,
  { args, context, folder }: Command,
  { start, environment }: Start,
  signal: AbortSignal,
): Promise<Pick<RanCommand, 'log' | 'ending'> & { readonly isHeld: boolean }> {
  const log = createOutputLog()
  let isHeld = false
  const take = (said: string) => {
    const text = asWritten(said)
    // A complaint of the sandbox is shown once it is not prepared again.
    if (log.size() === 0) isHeld = start.contained === true && text.startsWith('bwrap: ')
    // Output after the flood limit is dropped.
    if (log.size() > FLOOD) return false
    log.add(text)
    if (!isHeld) context.progress(text)
    return log.size() <= FLOOD
  }
  const { sessionId, runId, agentId, callId } = context
  const started = (root: ProcessRoot) =>
    deps.watchProgram({ ...root, command: args.command, owner: { sessionId, runId, agentId }, callId })
  const cwd = folder?.absolute ?? context.root
  const job = { start, cwd, environment, timeoutMs: args.timeout_ms, started, take }
  const ending = await runShell(deps, job, signal)
  return { log, ending, isHeld }
}
