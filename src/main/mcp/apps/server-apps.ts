import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { BlobId, ProjectId, SessionId } from '#shared/ids.ts'
import type { McpAppCall, McpAppPage } from '#shared/mcp/app.ts'
import type { Permission } from '#shared/permission/rule.ts'
import { say } from '#shared/sentences.ts'
import type { ToolAct } from '../../tools/tool.ts'
import { isOffered, type ServerDefinition, shownIn, toolDigest } from '../definition.ts'
import type { McpRows } from '../rows.ts'
import type { RunningServers } from '../running-servers.ts'
import { toolActs } from '../tool-acts.ts'
import { fullToolName, modelToolName } from '../tool-names.ts'
import { PAGE_MIME, RESULT_MIME } from './keep-app.ts'
import { type ViewCall, type ViewHooks, viewCallId } from './view-call.ts'

type Place = { readonly projectId: ProjectId | null; readonly key: string }
const Args = z.record(z.string(), z.unknown())
type Args = Readonly<z.infer<typeof Args>>

type Deps = {
  readonly rows: Pick<McpRows, 'of' | 'listing' | 'used' | 'allowApps'>
  readonly running: Pick<RunningServers, 'get' | 'mayRun' | 'stop'>
  readonly find: (projectId: ProjectId | null, key: string) => Promise<ServerDefinition>
  readonly now: () => number
  readonly changed: () => void
}

/** The parts of the app that views need and the room does not have. */
export type AppHost = {
  readonly blobs: {
    readonly mime: (id: BlobId) => string
    readonly bytes: (id: BlobId) => Promise<Uint8Array>
  }
  /** Serves a page to one frame and returns its address. */
  readonly frameOf: (html: Uint8Array) => string
  /** Judges a call as one of the agent of the chat. */
  readonly judge: (sessionId: SessionId, tool: string, acts: readonly ToolAct[]) => Promise<Permission>
  readonly hooks: ViewHooks
  /** The folder that a chat works in; null for none. */
  readonly folderOf: (sessionId: SessionId) => string | null
}

/** Questions that wait, the longest arguments as JSON in UTF-16 units, and the longest call in milliseconds. */
const MOST_WAITING = 20
const LONGEST_ARGS = 100_000
const LONGEST_RESULT = 1_000_000
const CALL_MS = 120_000

type Waiting = Place & {
  readonly tool: string
  readonly args: Args
  readonly digest: string
  /** The server's description of the tool at the time of the approval. */
  readonly toolDigest: string
  readonly call: ViewCall
}

type Wanted = Place & { readonly sessionId: SessionId; readonly tool: string; readonly args: Args }

/** Interactive views (MCP apps): which servers may show them, their stored pages, and the tools that they call. */
export function createServerApps({ rows, running, find, now, changed }: Deps) {
  const waiting = new Map<number, Waiting>()
  let asked = 0

  const allowed = async ({ projectId, key }: Place): Promise<ServerDefinition | null> => {
    try {
      const definition = await find(projectId, key)
      const { appsFor } = rows.of(key)
      return appsFor === definition.digest && (await running.mayRun(definition)) ? definition : null
    } catch (error) {
      // A server that is gone shows nothing.
      if (error instanceof AppError) return null
      throw error
    }
  }
  const { toolOf, call } = createCalls({ rows, running, now, changed })
  const start = async (
    { sessionId, ...wanted }: Wanted,
    { judge, hooks, folderOf }: Pick<AppHost, 'judge' | 'hooks' | 'folderOf'>,
    signal: AbortSignal,
  ): Promise<McpAppCall> => {
    const found = await allowed(wanted)
    if (found === null) return refused('The views of this server are not allowed.')
    const definition = shownIn(found, folderOf(sessionId))
    const { key, name, digest } = definition
    const remote = toolOf(definition, wanted.tool)
    if (remote === null) return refused('The server offers its views no such tool.')
    if (isTooLarge(wanted.args)) return refused('The arguments are too large.')
    const fullName = fullToolName(name, remote.name)
    const acts = toolActs(name, fullName, rows.of(key).readOnly.has(toolDigest(remote)))
    const seen: ViewCall = { sessionId, callId: viewCallId(), name: modelToolName(fullName) }
    const verdict = await judge(sessionId, seen.name, acts)
    if (verdict === 'deny') return refused('A rule refuses this call.')
    const said = await hooks.before(seen, wanted.args, signal)
    if (said.decision === 'deny') return refused(said.reason || 'A hook refuses this call.')
    const given = Args.safeParse(said.args)
    if (!given.success || isTooLarge(given.data)) return refused('A hook gave arguments that cannot be used.')
    const kept = { ...wanted, args: given.data, digest, toolDigest: toolDigest(remote), call: seen }
    if (verdict === 'allow' && said.decision === 'allow') return await call(definition, kept, hooks, signal)
    if (waiting.size >= MOST_WAITING) return refused('Too many calls wait for an answer.')
    asked += 1
    waiting.set(asked, kept)
    return { state: 'asks', ask: asked, tool: fullName, args: JSON.stringify(kept.args, null, 2) }
  }

  return {
    /** Allows the views of a server as the person has seen it; null takes that back. */
    allowApps: async ({ projectId, key }: Place, digest: string | null): Promise<void> => {
      const definition = await find(projectId, key)
      if (digest !== null && definition.digest !== digest) {
        throw AppError.saying('config.invalid', say('mcp.changed'))
      }
      rows.allowApps(key, digest)
      // The server learns of it with its next start.
      running.stop(key)
      changed()
    },
    /** Opens a stored view; null where views of its server are not allowed. */
    openApp: async (
      place: Place,
      { html, result }: { readonly html: BlobId; readonly result: BlobId },
      { blobs, frameOf }: Pick<AppHost, 'blobs' | 'frameOf'>,
    ): Promise<McpAppPage | null> => {
      if ((await allowed(place)) === null) return null
      if (blobs.mime(html) !== PAGE_MIME || blobs.mime(result) !== RESULT_MIME) return null
      const [page, data] = await Promise.all([blobs.bytes(html), blobs.bytes(result)])
      return { url: frameOf(page), result: new TextDecoder().decode(data) }
    },
    /** Calls a tool for a view. Where rules ask, the call waits for `answerForApp`. */
    callForApp: start,
    /** Ends a waiting call, or carries it out exactly as it was shown. */
    answerForApp: async (
      { ask, allow }: { readonly ask: number; readonly allow: boolean },
      { hooks, folderOf }: Pick<AppHost, 'hooks' | 'folderOf'>,
      signal: AbortSignal,
    ): Promise<McpAppCall> => {
      const kept = waiting.get(ask)
      waiting.delete(ask)
      if (kept === undefined || !allow) return refused('The person refused this call.')
      const found = await allowed(kept)
      if (found === null || found.digest !== kept.digest) {
        return refused('The server was switched off or changed.')
      }
      const definition = shownIn(found, folderOf(kept.call.sessionId))
      const remote = toolOf(definition, kept.tool)
      if (remote === null || toolDigest(remote) !== kept.toolDigest) {
        return refused('The server changed the tool meanwhile.')
      }
      return await call(definition, kept, hooks, signal)
    },
  }
}

/** The tools that views may call, and the calls of them. */
function createCalls({ rows, running, now, changed }: Omit<Deps, 'find'>) {
  const toolOf = ({ key, digest, config, shown }: ServerDefinition, name: string) => {
    const remote = (rows.listing(key, digest, shown) ?? rows.listing(key, digest))?.tools.find(
      (each) => each.name === name,
    )
    return remote === undefined || remote.ui?.app === false || !isOffered(name, config) ? null : remote
  }
  const call = async (
    definition: ServerDefinition,
    { tool, args, call: seen }: Waiting,
    hooks: ViewHooks,
    signal: AbortSignal,
  ) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)])
    const during = { progress: () => {} }
    try {
      const value = await running.get(definition).call(tool, args, during, limit)
      rows.used(definition.key, false, now())
      const result = JSON.stringify(await hooks.after(seen, value, limit)) ?? 'null'
      if (result.length > LONGEST_RESULT) return refused('The result is too large for a view.')
      return { state: 'done', result } as const
    } catch (error) {
      signal.throwIfAborted()
      rows.used(definition.key, true, now())
      if (error instanceof AppError) return refused(error.message)
      if (limit.aborted) return refused('The server did not answer in time.')
      throw error
    } finally {
      changed()
    }
  }
  return { toolOf, call }
}

const isTooLarge = (args: Args): boolean => JSON.stringify(args).length > LONGEST_ARGS

const refused = (reason: string): McpAppCall => ({ state: 'refused', reason })
