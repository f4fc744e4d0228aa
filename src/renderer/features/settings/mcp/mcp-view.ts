import type { BundlePreview } from '#shared/mcp/bundle.ts'
import type { McpHealth } from '#shared/mcp/mcp-list.ts'
import { type McpServer, McpServerName, McpServer as Schema } from '#shared/mcp/server-config.ts'
import type { MarkState } from '../../../ui/controls/Mark.tsx'

/** The content of the detail pane. */
export type McpView =
  | { readonly kind: 'none' | 'add' | 'paste' }
  | { readonly kind: 'server' | 'inspect' | 'edit'; readonly key: string }
  | { readonly kind: 'bundle'; readonly bundle: BundlePreview }

export const NO_VIEW: McpView = { kind: 'none' }

/** The typed values of the server form; lists and tables are lines of text. */
export type McpDraft = {
  readonly name: string
  readonly kind: 'stdio' | 'http' | 'sse'
  readonly command: string
  readonly args: string
  readonly env: string
  readonly cwd: string
  readonly url: string
  readonly headers: string
  readonly allow: string
  readonly deny: string
  readonly timeout: string
  /** `true`: its program runs in the sandbox. */
  readonly sandbox: string
  /** `true`: it may ask the model of a chat. */
  readonly sampling: string
  readonly samplingTokens: string
  /** `true`: it may know the folder of the project. */
  readonly roots: string
}

export const NO_DRAFT: McpDraft = {
  name: '',
  kind: 'stdio',
  command: '',
  args: '',
  env: '',
  cwd: '',
  url: '',
  headers: '',
  allow: '',
  deny: '',
  timeout: '',
  sandbox: '',
  sampling: '',
  samplingTokens: '',
  roots: '',
}

export type WrongMcpFields = Readonly<Partial<Record<keyof McpDraft, string>>>

type Read =
  | { readonly ok: true; readonly name: string; readonly config: McpServer }
  | { readonly ok: false; readonly wrong: WrongMcpFields }

/** Makes a configuration of what was typed, or says which fields are wrong and why. */
export function readDraft(draft: McpDraft): Read {
  const name = McpServerName.safeParse(draft.name.trim())
  const config = Schema.safeParse(draft.kind === 'stdio' ? programOf(draft) : addressOf(draft))
  if (name.success && config.success) return { ok: true, name: name.data, config: config.data }
  const wrong: Partial<Record<keyof McpDraft, string>> = {}
  if (!name.success) wrong.name = name.error.issues[0]?.message ?? ''
  for (const { path, message } of config.error?.issues ?? []) {
    const [first, second] = path
    const field = first === 'tools' ? second : first
    if (isField(field) && wrong[field] === undefined) wrong[field] = message
  }
  return { ok: false, wrong }
}

function programOf(draft: McpDraft) {
  const { command, args, env, cwd, sandbox } = draft
  return {
    command: command.trim(),
    ...(args.trim() === '' ? {} : { args: linesOf(args) }),
    ...(env.trim() === '' ? {} : { env: tableOf(env, '=') }),
    ...(cwd.trim() === '' ? {} : { cwd: cwd.trim() }),
    ...(sandbox === 'true' ? { sandbox: true } : {}),
    ...limitsOf(draft),
  }
}

function addressOf(draft: McpDraft) {
  const { kind, url, headers } = draft
  return {
    url: url.trim(),
    ...(kind === 'sse' ? { transport: 'sse' } : {}),
    ...(headers.trim() === '' ? {} : { headers: tableOf(headers, ':') }),
    ...limitsOf(draft),
  }
}

/** Limits of tools and time, which every kind of server can have. */
function limitsOf({ allow, deny, timeout, sampling, samplingTokens, roots }: McpDraft) {
  const [allowed, denied] = [linesOf(allow), linesOf(deny)]
  const tools = {
    ...(allowed.length === 0 ? {} : { allow: allowed }),
    ...(denied.length === 0 ? {} : { deny: denied }),
  }
  return {
    ...(Object.keys(tools).length === 0 ? {} : { tools }),
    ...(timeout.trim() === '' ? {} : { timeout: Number(timeout) }),
    ...(sampling === 'true' ? { sampling: true } : {}),
    ...(samplingTokens.trim() === '' ? {} : { samplingTokens: Number(samplingTokens) }),
    ...(roots === 'true' ? { roots: true } : {}),
  }
}

/** Returns the form's values for a configuration. */
export function draftOf(name: string, config: McpServer): McpDraft {
  const { command = '', args = [], env = {}, cwd = '', url = '', headers = {}, tools = {} } = config
  const lines = (table: Readonly<Record<string, string>>, sign: string) =>
    Object.entries(table)
      .map(([key, value]) => `${key}${sign}${value}`)
      .join('\n')
  return {
    name,
    command,
    cwd,
    url,
    args: args.join('\n'),
    kind: command === '' ? (config.transport === 'sse' ? 'sse' : 'http') : 'stdio',
    env: lines(env, '='),
    headers: lines(headers, ': '),
    allow: (tools.allow ?? []).join('\n'),
    deny: (tools.deny ?? []).join('\n'),
    timeout: config.timeout === undefined ? '' : String(config.timeout),
    sandbox: String(config.sandbox ?? false),
    sampling: String(config.sampling ?? false),
    samplingTokens: config.samplingTokens === undefined ? '' : String(config.samplingTokens),
    roots: String(config.roots ?? false),
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Lines of a name and a value with a sign between them. */
function tableOf(text: string, sign: '=' | ':'): Record<string, string> {
  const entries = linesOf(text).map((line) => {
    const at = line.indexOf(sign)
    return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
  return Object.fromEntries(entries)
}

const isField = (name: unknown): name is keyof McpDraft =>
  typeof name === 'string' && Object.hasOwn(NO_DRAFT, name)

const MARKS: Readonly<Record<McpHealth['state'], MarkState>> = {
  ready: 'done',
  starting: 'run',
  waiting: 'pend',
  off: 'stop',
  untrusted: 'wait',
  'sign-in': 'wait',
  failed: 'fail',
}

/** The mark of a server's health. */
export const markOf = ({ state }: McpHealth): MarkState => MARKS[state]
