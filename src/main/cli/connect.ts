import { AppError } from '#shared/errors.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import { homePaths } from '../config/paths.ts'
import type { Client } from './client.ts'
import { openOwnClient, type Program } from './own-client.ts'
import { openSocketClient } from './socket-client.ts'
import { UsageError } from './usage-error.ts'

export type ConnectOptions = {
  readonly safeMode?: boolean
  readonly set?: readonly string[]
  /** MCP servers for this process, by name. */
  readonly servers?: ReadonlyMap<string, McpServer>
}

const NO_SERVERS: ReadonlyMap<string, McpServer> = new Map()

type Deps = { readonly home: string; readonly program: Program }

/** Creates the way to the app: the open window of this home over its socket, or else the app in this process. */
export function createConnect({ home, program }: Deps) {
  return async ({
    safeMode = false,
    set = [],
    servers = NO_SERVERS,
  }: ConnectOptions = {}): Promise<Client> => {
    const window = await openSocketClient({ paths: homePaths(home) })
    const own = ownOption({ safeMode, set, servers })
    if (window !== null && own !== null) {
      await window.close()
      throw new UsageError(`${own} needs a process of its own. Close the Orrery window first.`)
    }
    if (window !== null) return window
    try {
      return await openOwnClient({ home, program, safeMode, set, servers })
    } catch (error) {
      // A window may have opened in between.
      const isHeld = error instanceof AppError && error.said?.[0]?.name === 'home.inUseByWindow'
      const opened = isHeld && own === null ? await openSocketClient({ paths: homePaths(home) }) : null
      if (opened === null) throw error
      return opened
    }
  }
}

/** Returns the option that an open window cannot follow; null for none. */
function ownOption({ safeMode, set, servers }: Required<ConnectOptions>): string | null {
  if (safeMode) return '--safe-mode'
  if (set.length > 0) return '--set'
  return servers.size > 0 ? '--mcp-config' : null
}
