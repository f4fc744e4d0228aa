import { z } from 'zod'
import { McpServer, McpServerName } from './server-config.ts'

/** The usable servers of a text with `mcpServers`, and the problems of the others. */
export type ImportedServers = {
  readonly servers: ReadonlyMap<string, McpServer>
  readonly problems: readonly { readonly name: string; readonly problem: string }[]
}

const Foreign = z.looseObject({
  type: z.exactOptional(z.string()),
  transport: z.exactOptional(z.string()),
  command: z.exactOptional(z.string()),
  args: z.exactOptional(z.array(z.string())),
  env: z.exactOptional(z.record(z.string(), z.string())),
  cwd: z.exactOptional(z.string()),
  url: z.exactOptional(z.string()),
  serverUrl: z.exactOptional(z.string()),
  headers: z.exactOptional(z.record(z.string(), z.string())),
  disabled: z.exactOptional(z.boolean()),
})
type Foreign = z.infer<typeof Foreign>

const TRANSPORTS: Readonly<Record<string, 'stdio' | 'http' | 'sse'>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
}

/**
 * Reads the JSON in which other programs keep servers: `mcpServers`, `servers`, or the servers themselves. Throws a
 * `SyntaxError` for a text that is no JSON.
 */
export function importServers(text: string): ImportedServers {
  const servers = new Map<string, McpServer>()
  const problems: { name: string; problem: string }[] = []
  for (const [given, value] of Object.entries(tableOf(JSON.parse(text)))) {
    const read = readServer(given.trim().replace(/\s+/g, '-'), value)
    if ('problem' in read) problems.push({ name: given, problem: read.problem })
    else servers.set(read.name, read.server)
  }
  return { servers, problems }
}

function tableOf(json: unknown): Readonly<Record<string, unknown>> {
  if (!isTable(json)) return {}
  const inner = json['mcpServers'] ?? json['servers']
  if (isTable(inner)) return inner
  // One server alone has no name, and is none of these tables.
  return 'command' in json || 'url' in json ? { server: json } : json
}

type Read = { readonly name: string; readonly server: McpServer } | { readonly problem: string }

function readServer(name: string, value: unknown): Read {
  const named = McpServerName.safeParse(name)
  if (!named.success) return { problem: `The name ${wordsOf(named.error)}.` }
  const foreign = Foreign.safeParse(value)
  if (!foreign.success) return { problem: `${wordsOf(foreign.error)}.` }
  const unfilled = [foreign.data.command ?? '', foreign.data.cwd ?? '', ...(foreign.data.args ?? [])].some(
    (text) => text.includes('${'),
  )
  if (unfilled) return { problem: 'Variables in braces are read in env and headers only.' }
  const server = McpServer.safeParse(ownForm(foreign.data))
  if (!server.success) return { problem: `${wordsOf(server.error)}.` }
  return { name, server: server.data }
}

function ownForm(foreign: Foreign): Readonly<Record<string, unknown>> {
  const { type, transport, command, args, env, cwd, url = foreign.serverUrl, headers, disabled } = foreign
  const named = TRANSPORTS[type ?? transport ?? '']
  const known = {
    command,
    args,
    cwd,
    url,
    env: env && Object.fromEntries(Object.entries(env).map(([key, each]) => [key, reference(each)])),
    headers:
      headers && Object.fromEntries(Object.entries(headers).map(([key, each]) => [key, reference(each)])),
    transport: named === 'sse' ? named : undefined,
    enabled: disabled === true ? false : undefined,
  }
  return Object.fromEntries(Object.entries(known).filter(([, each]) => each !== undefined))
}

/** `${NAME}` is how other programs write `env:NAME`. */
function reference(value: string): string {
  return value.replace(/\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}$/, 'env:$1')
}

function wordsOf({ issues }: z.ZodError): string {
  const [first] = issues
  if (first === undefined) return 'The server cannot be used'
  const at = first.path.map(String).join('.')
  return at === '' ? first.message : `${at}: ${first.message}`
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
