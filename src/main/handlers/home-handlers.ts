import type { HomeProgress, HomeSizes } from '#shared/home/home-data.ts'
import type { HOME_CALLS } from '#shared/ipc/calls/home-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Confirmation, ShellPort } from '../app-port.ts'
import type { HomeWorking } from '../backups/home-work.ts'
import type { Leftovers } from '../backups/leftovers.ts'
import type { MainLocale } from '../chats/main-locale.ts'
import type { ExportAll } from '../exports/export-all.ts'

type Following = {
  readonly report: (progress: HomeProgress) => void
  readonly signal: AbortSignal
}

type Rooms = {
  readonly shell: Pick<ShellPort, 'pickFolder' | 'confirm'>
  readonly locale: () => MainLocale
  readonly work: HomeWorking
  readonly leftovers: Leftovers
  readonly measure: () => Promise<HomeSizes>
  /** Copies the home into an existing folder and returns the new folder in it. */
  readonly backUp: (target: string, following: Following) => Promise<string>
  readonly exportAll: ExportAll
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for the home as a whole. Main and the person choose the folders of copies. */
export function createHomeHandlers(rooms: Rooms): Pick<Handlers, keyof typeof HOME_CALLS> {
  const { shell, work, leftovers, signal } = rooms
  return {
    'home.sizes': () => rooms.measure(),
    'home.work': () => ({ running: work.current() }),
    'home.backUp': async (_request, { windowId }) => {
      work.refuseSecond()
      const target = await shell.pickFolder(windowId)
      if (target === null) return null
      const folder = await work.run('backup', (report, stop) =>
        rooms.backUp(target, { report, signal: stop }),
      )
      return { folder }
    },
    'home.exportAll': async ({ format }, { windowId }) => {
      work.refuseSecond()
      const target = await shell.pickFolder(windowId)
      if (target === null) return null
      return work.run('export', (report, stop) => rooms.exportAll(format, target, { report, signal: stop }))
    },
    'home.stopWork': () => {
      work.stop()
      return null
    },
    'home.leftovers': () => leftovers.list(signal),
    'home.removeLeftover': async ({ id }, { windowId }) => {
      const found = await leftovers.find(id, signal)
      if (found === null) return false
      if (!(await shell.confirm(windowId, REMOVE[rooms.locale()](found.path)))) return false
      // The person may take a while, and another process may begin meanwhile.
      const still = await leftovers.find(id, signal)
      if (still === null) return false
      await leftovers.remove(still)
      return true
    },
  }
}

const REMOVE: Readonly<Record<MainLocale, (path: string) => Confirmation>> = {
  en: (path) => ({
    title: 'Remove this unfinished copy?',
    detail: `${path}\n\nThe folder is deleted from the disk. Your data and finished copies stay.`,
    confirm: 'Remove',
    cancel: 'Cancel',
  }),
  'zh-CN': (path) => ({
    title: '删除这个未完成的副本？',
    detail: `${path}\n\n该文件夹将从磁盘删除。你的数据和已完成的副本不受影响。`,
    confirm: '删除',
    cancel: '取消',
  }),
}
