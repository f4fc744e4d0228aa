import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { ApiKeyRef } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import { referenceIn } from '#shared/mcp/server-config.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import type { FolderEnvironment } from '../../lib/programs/child-environment.ts'
import { instanceOf, type ServerDefinition } from '../../mcp/definition.ts'
import type { OAuthSettings } from '../../mcp/messages.ts'
import type { PreparedStart } from '../../mcp/prepared-start.ts'
import { unlessMissing } from '../../sandbox/unless-missing.ts'
import { resolveApiKey } from '../../vault/api-key.ts'
import type { OpenSandbox } from '../storage/open-sandbox.ts'

type Deps = {
  readonly keys: Parameters<typeof resolveApiKey>[2]
  readonly commandEnvironment: FolderEnvironment
  readonly enterSandbox: OpenSandbox['enterFor']
  readonly sandboxSettings: () => SandboxTable
  /** The person's own rules, which say what hosts a program in the sandbox may reach. */
  readonly rules: () => readonly PermissionRule[]
  /** The address of the client metadata document; null for none. */
  readonly documentUrl: () => string | null
  /** The authorization server that a server used last; null for none. */
  readonly issuerOf: (definition: ServerDefinition) => string | null
}

/**
 * Prepares the start of a server: looks up the secrets it refers to, and puts the program of a project into the sandbox.
 * The person's own programs run in it where their configuration says so.
 */
export function createPrepareMcp(deps: Deps) {
  const resolved = async (
    name: string,
    values: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Record<string, string>> => {
    const entries = Object.entries(values).map(async ([key, value]) => {
      const reference = referenceIn(value)
      if (reference === null) return [key, value] as const
      const use = { by: `MCP ${name}`, purpose: 'call' } as const
      const secret = await resolveApiKey(reference.ref as ApiKeyRef, use, deps.keys, signal)
      return [key, `${reference.before}${secret.reveal()}`] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }

  /** A server with a credential in its headers never signs in. */
  const oauthOf = async (
    definition: ServerDefinition,
    signal: AbortSignal,
  ): Promise<OAuthSettings | null> => {
    const { name, config } = definition
    const { headers = {}, oauth = {} } = config
    if (Object.keys(headers).some((header) => header.toLowerCase() === 'authorization')) return null
    const { clientId, clientSecret, issuer, port = null } = oauth
    const secrets = await resolved(name, clientSecret === undefined ? {} : { secret: clientSecret }, signal)
    const client =
      clientId === undefined
        ? null
        : {
            id: clientId,
            secret: secrets['secret'] ?? null,
            issuer: issuer ?? deps.issuerOf(definition),
          }
    return { client, documentUrl: deps.documentUrl(), port }
  }

  return async (definition: ServerDefinition, signal: AbortSignal): Promise<PreparedStart> => {
    const { name, config } = definition
    const { url, command, args = [] } = config
    if (url !== undefined) {
      const headers = await resolved(name, config.headers ?? {}, signal)
      const transport = config.transport === 'sse' || config.transport === 'http' ? config.transport : 'auto'
      const oauth = await oauthOf(definition, signal)
      return { start: { kind: 'http', url, headers, transport, oauth }, leave: async () => {} }
    }
    const cwd = await folderOf(definition)
    const environment = {
      ...(await deps.commandEnvironment(cwd, signal)),
      ...(await resolved(name, config.env ?? {}, signal)),
    }
    const program = { file: command ?? '', args }
    const entered = await enter(definition, { cwd, program, environment })
    if (entered === null) {
      return { start: { kind: 'stdio', ...program, cwd, environment }, leave: async () => {} }
    }
    const start = { kind: 'stdio', ...entered.program, cwd, environment: entered.environment } as const
    return { start, leave: async () => void (await entered.leave('', false)) }
  }

  type Program = {
    readonly cwd: string
    readonly program: { readonly file: string; readonly args: readonly string[] }
    readonly environment: Readonly<Record<string, string>>
  }

  async function enter(definition: ServerDefinition, { cwd, ...program }: Program) {
    const { source, root, config } = definition
    if (source === 'user' && config.sandbox !== true) return null
    const session = `mcp-${createHash('sha256').update(instanceOf(definition)).digest('hex').slice(0, 16)}`
    const place = { root: root ?? cwd, cwd, session }
    const entered = await deps.enterSandbox({
      root: place.root,
      cwd,
      session,
      program: program.program,
      environment: program.environment,
      rules: deps.rules(),
    })
    if (entered === null && deps.sandboxSettings().mode === 'on') {
      throw AppError.forAgent('tool.failed', 'The settings require the sandbox, and it cannot run here.')
    }
    return entered
  }
}

/** The folder a program starts in, canonical: that of its project, or the home folder. */
async function folderOf({ root, config }: ServerDefinition): Promise<string> {
  const base = root ?? homedir()
  const { cwd = base } = config
  const folder = path.resolve(base, cwd.replace(/^~(?=$|[\\/])/, homedir()))
  return (await unlessMissing(realpath(folder))) ?? folder
}
