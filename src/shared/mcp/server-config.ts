import { z } from 'zod'

/**
 * The name of an MCP server. Two underscores in a row, or one at an end, would make the full names of tools ambiguous.
 */
export const McpServerName = z
  .string()
  .max(40, 'must have at most 40 characters')
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]|_(?!_))*$/, 'must be letters, digits, ".", "-" or single "_"')
  .refine((name) => !name.endsWith('_'), 'must not end with "_"')
  .refine((name) => !(name in {}), 'must be another name')

const Reference = /^(vault:[A-Za-z0-9][A-Za-z0-9._-]*|env:[A-Za-z_][A-Za-z0-9_]*)$/

/** A header is a reference to a secret, with at most one word such as `Bearer` in front. */
const HeaderValue = z
  .string()
  .regex(
    /^([A-Za-z]+ )?(vault:[A-Za-z0-9][A-Za-z0-9._-]*|env:[A-Za-z_][A-Za-z0-9_]*)$/,
    'must be vault:<name> or env:<NAME>, with at most one word such as Bearer in front',
  )

const HeaderName = z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
const NO_NUL = /^[^\0]*$/
const Text = z.string().regex(NO_NUL, 'must not hold a NUL character')

const ServerFields = z.strictObject({
  /** The program of a local server. */
  command: z.exactOptional(Text.min(1)),
  args: z.exactOptional(z.array(Text)),
  /** Variables of the program: plain text, or a reference to a secret. */
  env: z.exactOptional(z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a variable'), Text)),
  /** The folder it starts in; in a project relative to its folder. */
  cwd: z.exactOptional(Text.min(1)),
  /** The address of a remote server. */
  url: z.exactOptional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  headers: z.exactOptional(z.record(HeaderName, HeaderValue)),
  /** The transport. When missing, `command` or `url` decides. */
  transport: z.exactOptional(z.enum(['stdio', 'http', 'sse'])),
  enabled: z.exactOptional(z.boolean()),
  /** Limits the tools for agents: only those of `allow`, none of `deny`. */
  tools: z.exactOptional(
    z.strictObject({
      allow: z.exactOptional(z.array(z.string())),
      deny: z.exactOptional(z.array(z.string())),
    }),
  ),
  /** Seconds a call may take without a sign of progress. */
  timeout: z.exactOptional(
    z
      .number('must be a number of seconds')
      .positive('must be more than 0 seconds')
      .max(3_600, 'must be at most 3600 seconds'),
  ),
  /** Whether the server may ask the model of a chat (sampling). The person approves each request. */
  sampling: z.exactOptional(z.boolean()),
  /** The most tokens of sampling per day. */
  samplingTokens: z.exactOptional(
    z.number('must be a number of tokens').int().min(1, 'must be at least 1').max(100_000_000),
  ),
  /** Whether the server may read the path of the project folder (roots). */
  roots: z.exactOptional(z.boolean()),
  /** The client that was registered for this server at its authorization server. */
  oauth: z.exactOptional(
    z.strictObject({
      clientId: z.exactOptional(Text.min(1).max(2_000)),
      clientSecret: z.exactOptional(z.string().regex(Reference, 'must be vault:<name> or env:<NAME>')),
      /** The only authorization server that may receive them. */
      issuer: z.exactOptional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
      /** The port of the redirect address http://127.0.0.1:<port>/callback. When missing, any free port. */
      port: z.exactOptional(z.number().int().min(1_024).max(65_535)),
    }),
  ),
  /** Whether a local server of the person runs in the sandbox. Those of projects always do. */
  sandbox: z.exactOptional(z.boolean()),
})

type Fields = z.infer<typeof ServerFields>

const ONLY_LOCAL = ['args', 'env', 'cwd', 'sandbox'] as const

function checkServer(server: Fields, context: z.RefinementCtx): void {
  const wrong = (path: keyof Fields, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const { command, url, headers, transport } = server
  if (command === undefined && url === undefined) {
    wrong('command', 'a server needs a command to start or a url to reach')
  } else if (command !== undefined && url !== undefined) {
    wrong('url', 'a server has either a command or a url')
  } else if (command !== undefined) {
    if (server.oauth !== undefined) wrong('oauth', 'only a server with a url has this key')
    if (headers !== undefined) wrong('headers', 'only a server with a url has headers')
    if (transport !== undefined && transport !== 'stdio') wrong('transport', 'must be "stdio" with a command')
  } else {
    for (const key of ONLY_LOCAL) {
      if (server[key] !== undefined) wrong(key, 'only a server with a command has this key')
    }
    if (transport === 'stdio') wrong('transport', 'must be "http" or "sse" with a url')
  }
}

/** A server of `[mcp.servers]`: a program that is started, or an address. */
export const McpServer = ServerFields.superRefine(checkServer)
export type McpServer = z.infer<typeof McpServer>

const NamedServer = z.strictObject({ name: McpServerName, ...ServerFields.shape }).superRefine(checkServer)

/** `[mcp.servers.<name>]`, or the same as a list with names. */
export const McpTable = z.strictObject({
  servers: z.exactOptional(z.union([z.record(McpServerName, McpServer), z.array(NamedServer)])),
  /** The https address of a client metadata document for sign-ins. Its redirect address is http://127.0.0.1/callback. */
  clientMetadataUrl: z.exactOptional(z.url({ protocol: /^https$/, error: 'must be an https address' })),
})
export type McpTable = z.infer<typeof McpTable>

/** Returns the servers of a table by name. Of two with one name in a list the last counts. */
export function serversOf({ servers = {} }: McpTable): ReadonlyMap<string, McpServer> {
  if (!Array.isArray(servers)) return new Map(Object.entries(servers))
  return new Map(servers.map(({ name, ...server }) => [name, server]))
}

/** The secret a value refers to; null for plain text. */
export function referenceIn(value: string): { readonly before: string; readonly ref: string } | null {
  const at = value.indexOf(' ') + 1
  const ref = value.slice(at)
  return Reference.test(ref) ? { before: value.slice(0, at), ref } : null
}
