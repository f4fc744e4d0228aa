import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { ShellPort } from '../app-port.ts'
import { createViewHooks } from '../extensions/hooks/view-hooks.ts'
import type { createMcpAppHandlers } from '../handlers/mcp-app-handlers.ts'
import type { createMcpHandlers } from '../handlers/mcp-handlers.ts'
import { Secret } from '../lib/secret.ts'
import { createBundles } from '../mcp/bundles/bundles.ts'
import type { RefusedBy } from '../mcp/inspector/inspector.ts'
import { judge } from '../tools/permission/judge.ts'
import { writeNamed } from '../turn-setup/requests/request-copies.ts'
import type { Rooms } from './open-rooms.ts'

type Deps = Parameters<typeof createMcpHandlers>[0]
type AppDeps = Parameters<typeof createMcpAppHandlers>[0]
type Given = Pick<Deps, 'shell' | 'signal'> & {
  readonly logger: { readonly warn: (text: string, data: { readonly reason: string }) => void }
}

/** Returns the dependencies of the handlers for MCP servers. */
export function mcpIn({ mcp, runtime, vault, paths }: Rooms, { shell, logger, signal }: Given): Deps {
  const { projectSettings } = runtime
  /** A request by hand is the person's own act. Rules that ask are answered by it; rules that refuse are not. */
  const refusedBy: RefusedBy = async (root, tool, acts) => {
    if (root !== null) await projectSettings.refresh(root)
    const rules = projectSettings.rules(root ?? '')
    const { verdict, reason } = judge({ tool, acts, rules, mode: 'ask', grants: [], home: homedir() })
    return verdict === 'deny' ? reason : null
  }
  const bundles = createBundles({
    folder: paths.bundles,
    platform: process.platform,
    add: mcp.add,
    isTaken: mcp.isTaken,
    keepSecret: (name, value, until) => vault.set(name, new Secret(value), until),
  })
  return {
    mcp,
    bundles,
    refusedBy,
    shell,
    signal,
    readText,
    write: writeNamed,
    report: (error) => logger.warn('An MCP server could not be started', { reason: String(error) }),
  }
}

/** Returns the dependencies of the handlers for interactive views. */
export function mcpAppsIn(
  { mcp, runtime, storage }: Rooms,
  { shell, signal }: { readonly shell: Pick<ShellPort, 'frameOf'>; readonly signal: AbortSignal },
): AppDeps {
  return {
    mcp,
    signal,
    host: {
      blobs: storage.blobs,
      frameOf: shell.frameOf,
      folderOf: (sessionId) => storage.store.folds(sessionId).session?.cwd ?? null,
      judge: (sessionId, tool, acts) => runtime.judgeTyped(sessionId, tool, acts, []),
      hooks: createViewHooks({
        hooksAt: runtime.hooksAt,
        agentOf: (sessionId) => runtime.hookScenes.ofSession(sessionId).agentId,
      }),
    },
  }
}

/** The largest file of JSON, in bytes. */
const LARGEST_JSON = 1024 * 1024

async function readText(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > LARGEST_JSON)
    throw AppError.saying('config.invalid', say('setting.tooLarge', { file: basename(file) }))
  return await readFile(file, 'utf8')
}
