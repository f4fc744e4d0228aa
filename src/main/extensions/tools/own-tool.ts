import { z } from 'zod'
import { OWN_TOOL, OWN_TOOL_TIME } from '#shared/tools/own-tool.ts'
import type { Tool, ToolPlan } from '../../tools/tool.ts'
import type { OwnToolEntry, SchemaCheck } from './own-tool-files.ts'

/** More characters of arguments than this do not fit on a command line. */
const MOST_ARGUMENTS = 60_000

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const
const Arguments = z.record(z.string(), z.unknown())

/**
 * Creates the tool that a file describes. Its call is a call of `bash`: the same rules, sandbox, limits and card. The
 * command reads the arguments as JSON on its standard input.
 */
export function createOwnTool(entry: OwnToolEntry, bash: Tool, check: SchemaCheck): Tool {
  const { id, tool } = entry
  const name = `${OWN_TOOL}${id}`
  const schema = tool.schema ?? NO_ARGUMENTS
  return {
    name,
    title: id,
    description: `${ownerOf(entry)} ${tool.description}`,
    schema: Arguments,
    toldSchema: schema,
    parallel: false,
    access: 'execute',
    open: (written) => {
      const args = Arguments.safeParse(written ?? {})
      if (!args.success) return { ok: false, problem: `The arguments of ${name} must be one JSON object.` }
      const json = JSON.stringify(args.data)
      const verdict = check(JSON.stringify(schema), json)
      if (!verdict.fits) {
        return { ok: false, problem: `The arguments of ${name} do not fit: ${verdict.problems.join(' ')}` }
      }
      if (json.length > MOST_ARGUMENTS)
        return { ok: false, problem: `The arguments of ${name} are too long.` }
      const opened = bash.open({
        command: `printf %s ${quoted(json)} | ${grouped(tool.command)}`,
        timeout_ms: tool.timeoutMs ?? OWN_TOOL_TIME.usual,
      })
      if (!opened.ok) return opened
      const { call } = opened
      return {
        ok: true,
        call: {
          plan: async (context, signal) => asOwn(name, await call.plan(context, signal)),
          run: (context, signal, fresh) => call.run(context, signal, fresh),
        },
      }
    },
  }
}

function ownerOf({ source, plugin = '' }: OwnToolEntry): string {
  if (source === 'plugin') return `A tool of the plugin ${plugin}.`
  return source === 'user' ? 'A tool of the person.' : 'A tool of this project.'
}

/** Rules about `bash` refuse its acts as well. What the person allows from now on is the tool. */
function asOwn(name: string, plan: ToolPlan): ToolPlan {
  const acts = plan.acts.map((act) => ({
    ...act,
    alsoTool: act.alsoTool ?? 'bash',
    proposedRule: act.proposedRule === null ? null : { tool: name, action: 'allow' as const },
  }))
  return { ...plan, acts }
}

/** Puts a command that is more than one into braces, so that all of it reads the arguments. */
const grouped = (command: string): string => (/[\n;&|#]/.test(command) ? `{\n${command}\n}` : command)

/** Puts a text into single quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
