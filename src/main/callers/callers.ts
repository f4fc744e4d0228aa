import { AsyncLocalStorage } from 'node:async_hooks'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { ShellPort } from '../app-port.ts'

/** Window ids of callers begin here. The ids of real windows are small. */
const FIRST_ID = 1_000_000_000

/** Command lines that use an open app: each counts as a window without a page. */
export type Callers = ReturnType<typeof createCallers>

/** Creates the registry of callers and the shell that sends their messages to them. */
export function createCallers() {
  const open = new Map<number, (message: WindowMessage) => void>()
  const files = new AsyncLocalStorage<string | null>()
  let count = 0
  const file = () => files.getStore() ?? null
  return {
    /** Returns the window id of a new caller. */
    add: (send: (message: WindowMessage) => void): number => {
      const id = FIRST_ID + count
      count += 1
      open.set(id, send)
      return id
    },
    remove: (id: number): void => void open.delete(id),
    /** Acts with the file that the caller named, in place of a dialog. */
    withFile: <T>(named: string | null, act: () => T): T => files.run(named, act),
    /** The same shell, in which callers get messages and no dialogs. */
    over: (shell: ShellPort): ShellPort => ({
      ...shell,
      send: (id, message) => {
        const send = open.get(id)
        if (send === undefined) shell.send(id, message)
        else send(message)
      },
      pickFolder: async (id) => (open.has(id) ? file() : shell.pickFolder(id)),
      pickSaveFile: async (id, name) => (open.has(id) ? file() : shell.pickSaveFile(id, name)),
      pickFile: async (id, endings) => (open.has(id) ? file() : shell.pickFile(id, endings)),
      confirm: async (id, question) => (open.has(id) ? false : shell.confirm(id, question)),
    }),
  }
}
