import { z } from 'zod'
import type { CommandFiles } from '#shared/session/tool-details.ts'
import { hasNoNul, NUL_PROBLEM } from '../no-nul.ts'
import { looksOnly } from '../permission/judge.ts'
import { defineTool, type Tool, type ToolContext, type ToolPlan, type ToolResult } from '../tool.ts'
import description from './bash.md?raw'
import { withClosedFiles } from './closed-files.ts'
import { commandActs } from './command-acts.ts'
import type { BashDeps } from './command-deps.ts'
import { settled } from './plain-text.ts'
import { type RanCommand, runCommand } from './run-command.ts'
import type { ShellEnding } from './run-shell.ts'
import { createShellGrammar } from './shell-grammar.ts'
import { isTooLong, shortenedOutput } from './shortened-output.ts'

const BashArgs = z.strictObject({
  command: z.string().trim().min(1).max(100_000).refine(hasNoNul, NUL_PROBLEM),
  timeout_ms: z.number().int().min(1).max(600_000).default(120_000),
  description: z.exactOptional(z.string()),
})
type BashArgs = z.output<typeof BashArgs>

/** Runs shell commands in the project folder. */
export function createBashTool(deps: BashDeps): Tool {
  const loadGrammar = createShellGrammar()
  const actsOf = (command: string, root: string, signal: AbortSignal) =>
    commandActs(command, root, deps.flavour, loadGrammar, signal)

  const run = async (
    args: BashArgs,
    context: ToolContext,
    signal: AbortSignal,
    fresh: ToolPlan | null,
  ): Promise<ToolResult> => {
    const acts = fresh?.acts ?? (await actsOf(args.command, context.root, signal))
    const look = looksOnly(acts) ? null : await deps.beforeCommand(context, signal)
    const ran = await runCommand(deps, { args, acts, context }, signal)
    return await answer(args, ran, { context, files: await look?.() })
  }

  return defineTool({
    name: 'bash',
    title: 'Run',
    description,
    schema: BashArgs,
    parallel: false,
    access: 'execute',
    plan: async ({ command, timeout_ms: timeoutMs }, context, signal) => {
      const found = await actsOf(command, context.root, signal)
      const rules = looksOnly(found) ? null : await deps.describeSandbox(context)
      const scene = { root: context.root, standing: context.standing(), hides: rules?.hides ?? [] }
      const acts = await withClosedFiles(found, scene, deps.flavour, signal)
      return { acts, preview: { kind: 'command', command, timeoutMs, ...(rules === null ? {} : { rules }) } }
    },
    run,
  })
}

async function answer(
  args: BashArgs,
  { log, ending, receipt, said: told }: RanCommand,
  { context, files }: { readonly context: ToolContext; readonly files: CommandFiles | undefined },
): Promise<ToolResult> {
  const whole = settled(log.whole()).trimEnd()
  const kept = isTooLong(whole) ? await context.outputs.keep(whole) : null
  const shown = kept === null ? whole : shortenedOutput(whole, kept)
  const said = [shown, ...notes(args, ending), ...told].filter((line) => line !== '')
  return {
    text: said.length === 0 ? '(no output)' : said.join('\n'),
    isError: ending.by !== 'itself' || ending.exitCode !== 0,
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

function notes(args: BashArgs, { by, exitCode, signal, leftBehind }: ShellEnding): string[] {
  if (by === 'timeout') return [`(stopped: it was not done after ${args.timeout_ms / 1000} s)`]
  if (by === 'stop') return ['(stopped before it was done)']
  if (by === 'flood') return ['(stopped: it printed more than 50 MB)']
  const said: string[] = []
  if (exitCode !== 0) said.push(signal === null ? `(exit code ${exitCode})` : `(ended by ${signal})`)
  if (leftBehind) said.push('(programs it had left in the background were ended)')
  return said
}
