import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'

/** The longest wait of the first call for a server to ask for the folders, in milliseconds. */
const WAIT_MS = 1_000
/** Time for a server to open the folders. The protocol has no message for that. */
const SETTLE_MS = 100

/** Lists the folder of the project for a server that may know it. It stays the same for the whole connection. */
export function createRoots(folders: readonly string[]) {
  let wasRead = folders.length === 0
  let read = () => {}
  return {
    list: () => {
      setTimeout(() => {
        wasRead = true
        read()
      }, SETTLE_MS)
      return { roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) })) }
    },
    /** Waits until the server has read the folders. Gives up after a second, once for a connection. */
    read: async (client: Client, signal: AbortSignal): Promise<void> => {
      // Servers of the newer protocol ask during the call.
      if (wasRead || client.getProtocolEra() === 'modern') return
      await new Promise<void>((resolve) => {
        const before = read
        read = () => {
          before()
          resolve()
        }
        setTimeout(resolve, WAIT_MS).unref()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      wasRead = true
    },
  }
}
