import { z } from 'zod'
import { stoppedWords } from '#shared/run/stopped-words.ts'
import type { CommandFiles } from '#shared/session/command-files.ts'
import { type Located, mustStillLead } from '../files/locate-path.ts'
import { hasNoNul, NUL_PROBLEM } from '../no-nul.ts'
import { looksOnly } from '../permission/judge.ts'
import { defineTool, type Tool, type ToolContext, type ToolPlan, type ToolResult } from '../tool.ts'
import { startInBackground } from './background.ts'
import description from './bash.md?raw'
import { withClosedFiles } from './closed-files.ts'
import type { BashDeps } from './command-deps.ts'
import { commandActs } from './commands/command-acts.ts'
import { createShellGrammar } from './commands/shell-grammar.ts'
import { createLastingFolder } from './lasting-folder.ts'
import { settled } from './plain-text.ts'
import { type RanCommand, runCommand } from './run-command.ts'
import type { ShellEnding } from './run-shell.ts'
import { isTooLong, shortenedOutput } from './shortened-output.ts'
import { workFolder } from './work-folder.ts'

/** The longest a command may run, in milliseconds. */
const MOST_MS = 600_000

const BashArgs = z.strictObject({
  command: z.string().trim().min(1).max(100_000).refine(hasNoNul, NUL_PROBLEM),
  workdir: z.exactOptional(z.string().min(1).max(4096).refine(hasNoNul, NUL_PROBLEM)),
  timeout_ms: z.number().int().min(1).max(MOST_MS).default(120_000),
  background: z.exactOptional(z.boolean()),
  description: z.exactOptional(z.string()),
})
type BashArgs = z.output<typeof BashArgs>

/** Runs shell commands in the project folder. */
export function createBashTool(deps: BashDeps): Tool {
  const loadGrammar = createShellGrammar()
  const lasting = createLastingFolder()
  const actsOf = (
    command: string,
    { root, standing }: Pick<ToolContext, 'root' | 'standing'>,
    place: Located | null,
    signal: AbortSignal,
  ) => {
    const [first] = standing()
    const scene = { folder: place?.absolute ?? null, folders: first?.folders }
    return commandActs(command, root, deps.flavour, loadGrammar, signal, scene)
  }

  const run = async (
    args: BashArgs,
    context: ToolContext,
    signal: AbortSignal,
    fresh: ToolPlan | null,
  ): Promise<ToolResult> => {
    const { root } = context
    const folder = fresh?.place ?? (await workFolder(root, args.workdir, deps.flavour))
    const acts = fresh?.acts ?? (await actsOf(args.command, context, folder, signal))
    if (folder !== null) await mustStillLead(root, args.workdir ?? '.', folder, deps.flavour)
    if (args.background === true) {
      return await startInBackground(deps, { args, acts, context, folder }, signal)
    }
    const look = looksOnly(acts) ? null : await deps.beforeCommand(context, signal)
    const began = deps.clock.elapsed()
    const ran = await runCommand(deps, { args, acts, context, folder }, signal)
    const stopped = `(${stoppedWords(signal.reason, deps.clock.elapsed() - began)})`
    const files = await look?.()
    const explained = lasting.explain(
      { sessionId: context.sessionId, command: args.command, workdir: folder?.absolute ?? null },
      hasFailed(ran.ending),
      ran.log.whole().slice(-LAST_OUTPUT),
    )
    return await answer(args, ran, { context, files, explained, stopped })
  }

  return defineTool({
    name: 'bash',
    title: 'Run',
    description,
    schema: BashArgs,
    parallel: false,
    access: 'execute',
    plan: async ({ command, workdir, timeout_ms: timeoutMs, background }, context, signal) => {
      const folder = await workFolder(context.root, workdir, deps.flavour)
      const found = await actsOf(command, context, folder, signal)
      const rules = looksOnly(found) ? null : await deps.describeSandbox(context)
      const scene = { root: context.root, standing: context.standing(), hides: rules?.hides ?? [] }
      const acts = await withClosedFiles(found, scene, deps.flavour, signal)
      const shown = { ...(folder && { workdir: folder.absolute }), ...(rules && { rules }) }
      return {
        acts,
        preview: {
          kind: 'command',
          command,
          timeoutMs,
          ...shown,
          ...(background === true && { background }),
        },
        ...(folder && { place: folder }),
      }
    },
    run,
  })
}

/** Length of the output searched for a missing file, in UTF-16 units. */
const LAST_OUTPUT = 4_000

const hasFailed = ({ by, exitCode }: ShellEnding): boolean => by !== 'itself' || exitCode !== 0

type Around = {
  readonly context: ToolContext
  readonly files: CommandFiles | undefined
  readonly explained: string | null
  /** The cause of an abort, if the ending was one. */
  readonly stopped: string
}

async function answer(
  args: BashArgs,
  { log, ending, receipt, said: told }: RanCommand,
  { context, files, explained, stopped }: Around,
): Promise<ToolResult> {
  const whole = settled(log.whole()).trimEnd()
  const kept = isTooLong(whole) ? await context.outputs.keep(whole) : null
  const shown = kept === null ? whole : shortenedOutput(whole, kept)
  const said = [shown, ...notes(args, ending, stopped), explained ?? '', ...told].filter(
    (line) => line !== '',
  )
  return {
    text: said.length === 0 ? '(no output)' : said.join('\n'),
    isError: hasFailed(ending),
    details: {
      kind: 'bash',
      command: args.command,
      exitCode: ending.exitCode,
      signal: ending.signal,
      timedOut: ending.by === 'timeout',
      ...(ending.by === 'stop' ? { stopped: true } : {}),
      ...(files === undefined ? {} : { files }),
      ...(receipt === null ? {} : { sandbox: receipt }),
    },
    ...(kept === null || 'problem' in kept ? {} : { outputBlob: kept.blob }),
  }
}

function notes(args: BashArgs, { by, exitCode, signal, leftBehind }: ShellEnding, stopped: string): string[] {
  if (by === 'timeout') return [timeoutNote(args.timeout_ms)]
  if (by === 'stop') return [stopped]
  if (by === 'flood') return ['(stopped: it printed more than 50 MB)']
  const said: string[] = []
  if (exitCode !== 0) said.push(signal === null ? `(exit code ${exitCode})` : `(ended by ${signal})`)
  if (leftBehind) said.push('(programs it had left in the background were ended)')
  return said
}

function timeoutNote(timeoutMs: number): string {
  const after = `stopped: it was not done after ${timeoutMs / 1000} s`
  return timeoutMs < MOST_MS
    ? `(${after}; give \`timeout_ms\`, up to ${MOST_MS}, if it needs longer)`
    : `(${after}, the longest a command may run; do it in parts)`
}
