import { join, posix } from 'node:path'
import { z } from 'zod'
import { importServers } from '#shared/mcp/import-json.ts'
import { type McpServer, McpServerName, referenceIn } from '#shared/mcp/server-config.ts'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'

/** The folders of an installed plugin. `data` survives updates. */
export type PluginPlace = { readonly root: string; readonly data: string }

/** The MCP servers of a plugin, and the sentences about those that cannot be used. */
export type PluginServers = {
  readonly servers: ReadonlyMap<string, McpServer>
  readonly problems: readonly (Sentence & { readonly name: SentenceName })[]
}

const MCP_SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json'
const Text = z.string().max(20_000)
const Texts = z.record(z.string().max(200), Text)

const PortableServer = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    command: Text.min(1),
    args: z.exactOptional(z.array(Text).max(200)),
    env: z.exactOptional(Texts),
    cwd: z.exactOptional(Text),
  }),
  z.strictObject({
    type: z.enum(['streamable-http', 'sse']),
    url: Text.min(1),
    headers: z.exactOptional(Texts),
  }),
])
type PortableServer = z.infer<typeof PortableServer>

/** Reads the servers of Agent Plugins 1.0. A faulty server leaves the others in use. */
export function portableServers(
  file: string,
  json: Readonly<Record<string, unknown>>,
  place: PluginPlace,
): PluginServers {
  const { $schema, mcpServers, ...more } = json
  const table = z.record(z.string(), z.unknown()).safeParse(mcpServers)
  if ($schema !== MCP_SCHEMA || !table.success || Object.keys(more).length > 0) {
    const problem =
      $schema === MCP_SCHEMA ? 'It must have mcpServers and no other key.' : 'Its $schema is not known.'
    return { servers: new Map(), problems: [say('plugin.badServers', { file, problem })] }
  }
  return eachServer(file, table.data, (_name, value) => {
    const parsed = PortableServer.safeParse(value)
    if (!parsed.success) return wordsOf(parsed.error)
    return 'url' in parsed.data ? remoteServer(parsed.data) : localServer(parsed.data, place)
  })
}

/** Reads servers in the form of Claude Code. `${NAME}` at the end of a variable refers to the environment. */
export function claudeServers(
  file: string,
  json: Readonly<Record<string, unknown>>,
  place: PluginPlace,
): PluginServers {
  const inner = z.record(z.string(), z.unknown()).safeParse(json['mcpServers'] ?? json)
  if (!inner.success) {
    return { servers: new Map(), problems: [say('plugin.badServers', { file, problem: 'It has no table.' })] }
  }
  return eachServer(file, inner.data, (name, value) => {
    const texts = z
      .looseObject({ env: z.exactOptional(Texts), headers: z.exactOptional(Texts) })
      .safeParse(value)
    if (!texts.success) return wordsOf(texts.error)
    const secrets = [...Object.values(texts.data.env ?? {}), ...Object.values(texts.data.headers ?? {})]
    if (secrets.some(isReference)) return SECRET
    const read = importServers(JSON.stringify({ mcpServers: { [name]: placed(value, place) } }))
    const [server] = read.servers.values()
    if (server === undefined) return read.problems[0]?.problem ?? 'It has another form.'
    if (server.url !== undefined) return isSafeAddress(server.url) ? server : ADDRESS
    const { command = '', cwd = place.root } = server
    return {
      ...server,
      command: command.startsWith('./') ? join(place.root, command) : command,
      cwd: cwd.startsWith('./') ? join(place.root, cwd) : cwd,
      env: { ...server.env, ...variables(place) },
    }
  })
}

const SECRET = 'It refers to a secret of yours.'
const ADDRESS = 'Its address must begin with https, and hold no user name and no fragment.'

/** Returns the names of the environment variables that a server receives. */
export function variablesOf({ env = {}, headers = {} }: McpServer): readonly string[] {
  return [...Object.values(env), ...Object.values(headers)].flatMap((value) => {
    const ref = referenceIn(value)?.ref ?? ''
    return ref.startsWith('env:') ? [ref.slice('env:'.length)] : []
  })
}

type Made = McpServer | string

function eachServer(
  file: string,
  table: Readonly<Record<string, unknown>>,
  make: (name: string, value: unknown) => Made,
): PluginServers {
  const servers = new Map<string, McpServer>()
  const problems: PluginServers['problems'][number][] = []
  for (const [name, value] of Object.entries(table).slice(0, 100)) {
    const named = McpServerName.safeParse(name)
    const made = named.success ? make(name, value) : `The name ${wordsOf(named.error)}`
    if (typeof made !== 'string') servers.set(name, made)
    else problems.push(say('plugin.badServer', { file, name: name.slice(0, 100), problem: made }))
  }
  return { servers, problems }
}

function localServer(
  { command, args = [], env = {}, cwd }: Extract<PortableServer, { type: 'stdio' }>,
  place: PluginPlace,
): Made {
  const program = command.startsWith('./') ? inside(place.root, command.slice(2)) : command
  if (program === null || (/[\\/]/.test(command) && !command.startsWith('./')) || /\s/.test(command)) {
    return 'Its command must be one name, or a path in the plugin that begins with “./”.'
  }
  const folder = folderOf(cwd, place)
  if (folder === null) return 'Its folder leads out of the plugin.'
  if (Object.keys(env).some((name) => /^plugin_(root|data)$/i.test(name))) {
    return 'It sets a variable of the app.'
  }
  if (Object.values(env).some(isReference)) return SECRET
  const filled = Object.entries(env).map(([name, value]) => [name, filledText(value, place)] as const)
  const values = { ...Object.fromEntries(filled), ...variables(place) }
  if (Object.values(values).some(isReference)) return SECRET
  return { command: program, args: args.map((text) => filledText(text, place)), cwd: folder, env: values }
}

function remoteServer({ type, url, headers = {} }: Exclude<PortableServer, { type: 'stdio' }>): Made {
  if (!isSafeAddress(url)) return ADDRESS
  const names = Object.keys(headers)
  const isBad = (name: string) => !/^[A-Za-z0-9-]+$/.test(name)
  if (names.some(isBad) || new Set(names.map((name) => name.toLowerCase())).size < names.length) {
    return 'It has a header that cannot be sent.'
  }
  if (Object.values(headers).some((value) => /[\r\n\0]/.test(value)))
    return 'It has a header that cannot be sent.'
  if (Object.values(headers).some(isReference)) return SECRET
  return { url, transport: type === 'sse' ? 'sse' : 'http', ...(names.length === 0 ? {} : { headers }) }
}

/** Whether settings would read a text as a reference to a secret. */
const isReference = (text: string): boolean => referenceIn(text) !== null

function isSafeAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password, hash } = new URL(url)
  if (username !== '' || password !== '' || hash !== '') return false
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}

/** Returns the folder in which a server starts; null for one outside of the plugin. */
function folderOf(cwd: string | undefined, { root, data }: PluginPlace): string | null {
  if (cwd === undefined) return root
  const [, mark, rest = ''] = /^(\.\/|\$\{PLUGIN_ROOT\}|\$\{PLUGIN_DATA\})(.*)$/s.exec(cwd) ?? []
  if (mark === undefined || (mark !== './' && rest !== '' && !rest.startsWith('/'))) return null
  return inside(mark === '${PLUGIN_DATA}' ? data : root, rest.replace(/^\/+/, ''))
}

function inside(folder: string, path: string): string | null {
  const way = posix.normalize(path === '' ? '.' : path)
  if (way === '..' || way.startsWith('../') || way.startsWith('/') || /[\\:\0]/.test(way)) return null
  return join(folder, way)
}

const PLACEHOLDER = /\$\{(?:CLAUDE_)?PLUGIN_(ROOT|DATA)\}/g

/** Fills the folders of a plugin into a text. A filled text is not searched again. */
export function filledText(text: string, { root, data }: PluginPlace): string {
  return text.replace(PLACEHOLDER, (_, which: string) => (which === 'ROOT' ? root : data))
}

/** Returns the variables that every program of a plugin receives. */
export const variables = ({ root, data }: PluginPlace) => ({
  PLUGIN_ROOT: root,
  PLUGIN_DATA: data,
  CLAUDE_PLUGIN_ROOT: root,
  CLAUDE_PLUGIN_DATA: data,
})

/** Fills the folders into every text of a value. */
function placed(value: unknown, place: PluginPlace): unknown {
  if (typeof value === 'string') return filledText(value, place)
  if (Array.isArray(value)) return value.map((each) => placed(each, place))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, placed(each, place)]))
}

function wordsOf({ issues }: z.ZodError): string {
  const [issue] = issues
  const at = issue?.path.map(String).join('.') ?? ''
  return `${at === '' ? '' : `${at}: `}${issue?.message ?? 'It has another form'}.`
}
