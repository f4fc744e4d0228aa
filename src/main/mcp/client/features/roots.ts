import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'

/** The longest wait for a server to ask for the new folder before a call, in milliseconds. */
const WAIT_MS = 1_000
/** Time for a server to open the new folder. The protocol has no message for that. */
const SETTLE_MS = 100

/**
 * Lists the folder of the project for a server that may know it. A server of the person works for several projects: the
 * folder is that of the newest call.
 */
export function createRoots(first: readonly string[]) {
  let folders = first
  let read = () => {}
  return {
    list: () => {
      setTimeout(read, SETTLE_MS)
      return { roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) })) }
    },
    /** Tells the server about another folder, and waits until it has read it. */
    enter: async (client: Client, folder: string, signal: AbortSignal): Promise<void> => {
      if (folders.length === 1 && folders[0] === folder) return
      folders = [folder]
      // The newer protocol has no such notification: its servers ask during the call.
      if (client.getProtocolEra() === 'modern') return
      const wasRead = new Promise<void>((resolve) => {
        read = resolve
        setTimeout(resolve, WAIT_MS).unref()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      await client.sendRootsListChanged()
      await wasRead
    },
  }
}
