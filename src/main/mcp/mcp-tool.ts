import type { CommandFiles } from '#shared/session/command-files.ts'
import { problemWords } from '../tools/problem-words.ts'
import type { Tool, ToolContext, ToolPlan, ToolResult } from '../tools/tool.ts'
import type { KeepApp } from './apps/keep-app.ts'
import { takeResult } from './call-result.ts'
import type { Fill, Sample } from './client-port.ts'
import { kindOf, type ServerDefinition, shownIn } from './definition.ts'
import type { RemoteTool } from './messages.ts'
import type { createSampling } from './sampling/sampling.ts'
import type { CallLimits } from './server.ts'
import { toolActs } from './tool-acts.ts'
import { fullToolName, modelToolName } from './tool-names.ts'
import { outerSchema, toldInputSchema } from './tool-schema.ts'

export type McpToolDeps = {
  readonly definition: ServerDefinition
  readonly remote: RemoteTool
  /** Whether the person says now that it only reads. */
  readonly onlyReads: () => boolean
  readonly call: (
    args: Readonly<Record<string, unknown>>,
    /** `root`: the folder that the call is for. */
    during: CallLimits & { readonly root: string },
    signal: AbortSignal,
  ) => Promise<unknown>
  /** Asks a model for the server. */
  readonly sample: ReturnType<typeof createSampling>
  /** Shortens a text that is too long for a model, and keeps the whole. */
  readonly shorten: (text: string, context: ToolContext) => Promise<string>
  /** Looks at the files of the project before a call of a local program that may change them. */
  readonly beforeCall: (context: ToolContext, signal: AbortSignal) => Promise<() => Promise<CommandFiles>>
  /** Stores the interactive view of a result; null for none. */
  readonly keepApp: KeepApp
  /** Counts a call. */
  readonly used: (failed: boolean) => void
}

type Args = Readonly<Record<string, unknown>>

/** A tool of an MCP server as a tool of agents. All that its server says of it is data. */
export function createMcpTool(deps: McpToolDeps): Tool {
  const { definition, remote } = deps
  const fullName = fullToolName(definition.name, remote.name)
  const name = modelToolName(fullName)
  const schema = outerSchema(remote.inputSchema)
  return {
    name,
    title: `${definition.name}: ${remote.name}`,
    description: descriptionOf(definition.name, remote),
    schema,
    toldSchema: toldInputSchema(remote.inputSchema),
    server: { name: definition.name, tool: remote.name, says: remote.description },
    parallel: false,
    access: 'execute',
    endsByItself: true,
    open: (written) => {
      const parsed = schema.safeParse(written ?? {})
      if (!parsed.success) return { ok: false, problem: problemWords(name, written ?? {}, parsed.error) }
      return {
        ok: true,
        call: {
          plan: async () => planOf(deps, fullName, parsed.data),
          run: (context, signal) => run(deps, parsed.data, context, signal),
        },
      }
    },
  }
}

function descriptionOf(server: string, { name, description }: RemoteTool): string {
  const said = description.trim()
  return `Tool "${name}" of the MCP server "${server}".${said === '' ? '' : ` The server says: ${said}`}`
}

/** The program with its arguments, or the address. */
export function targetOf({ config }: Pick<ServerDefinition, 'config'>): string {
  return config.url ?? [config.command ?? '', ...(config.args ?? [])].join(' ')
}

function planOf({ definition, remote, onlyReads }: McpToolDeps, fullName: string, args: Args): ToolPlan {
  return {
    acts: toolActs(definition.name, fullName, onlyReads()),
    preview: {
      kind: 'mcp',
      server: definition.name,
      tool: remote.name,
      target: targetOf(definition),
      text: JSON.stringify(args, null, 2),
    },
    // An answer holds for the server that was shown.
    seal: definition.digest,
  }
}

async function run(
  deps: McpToolDeps,
  args: Args,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { definition, remote } = deps
  const mayChangeFiles = kindOf(definition.config) === 'stdio' && !deps.onlyReads()
  const look = mayChangeFiles ? await deps.beforeCall(context, signal) : null
  let files: CommandFiles | undefined
  try {
    const fill: Fill = ({ message, ...form }, withdrawn) =>
      context.fill(
        { message, form: { server: definition.name, ...form } },
        AbortSignal.any([signal, withdrawn]),
      )
    const sample: Sample = (request, withdrawn) =>
      deps.sample(definition, request, context, AbortSignal.any([signal, withdrawn]))
    const during = { progress: context.progress, fill, sample, root: context.root }
    const value = await deps.call(args, { ...during, asTask: remote.tasks === true }, signal)
    const result = await takeResult(value, remote.name, context.blobs)
    deps.used(result.isError)
    const { blobs } = context
    const of = shownIn(definition, context.root)
    const app = result.isError ? null : await deps.keepApp({ definition: of, remote, value, blobs }, signal)
    files = await look?.()
    return {
      ...result,
      text: await deps.shorten(result.text, context),
      details: {
        kind: 'mcp',
        server: definition.name,
        tool: remote.name,
        ...(files === undefined ? {} : { files }),
        ...(app === null ? {} : { app }),
      },
    }
  } catch (error) {
    deps.used(true)
    // What it changed before it failed is listed all the same.
    if (files === undefined) await look?.()
    throw error
  }
}
