import { AppError } from '#shared/errors.ts'
import { homePaths } from '../config/paths.ts'
import type { Client } from './client.ts'
import { openOwnClient, type Program } from './own-client.ts'
import { openSocketClient } from './socket-client.ts'
import { UsageError } from './usage-error.ts'

export type ConnectOptions = { readonly safeMode?: boolean; readonly set?: readonly string[] }

type Deps = { readonly home: string; readonly program: Program }

/** Creates the way to the app: the open window of this home over its socket, or else the app in this process. */
export function createConnect({ home, program }: Deps) {
  return async ({ safeMode = false, set = [] }: ConnectOptions = {}): Promise<Client> => {
    const window = await openSocketClient({ paths: homePaths(home) })
    const own = safeMode ? '--safe-mode' : set.length > 0 ? '--set' : null
    if (window !== null && own !== null) {
      await window.close()
      throw new UsageError(`${own} needs a process of its own. Close the Orrery window first.`)
    }
    if (window !== null) return window
    try {
      return await openOwnClient({ home, program, safeMode, set })
    } catch (error) {
      // A window may have opened in between.
      const isHeld = error instanceof AppError && error.said?.[0]?.name === 'home.inUseByWindow'
      const opened = isHeld && own === null ? await openSocketClient({ paths: homePaths(home) }) : null
      if (opened === null) throw error
      return opened
    }
  }
}
