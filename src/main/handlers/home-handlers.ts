import { AppError } from '#shared/errors.ts'
import type { HomeProgress, HomeSizes, RestoredHome } from '#shared/home/home-data.ts'
import type { HOME_CALLS } from '#shared/ipc/calls/home-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { Confirmation, ShellPort } from '../app-port.ts'
import type { FoundBackup } from '../backups/chosen-backup.ts'
import type { HomeWorking } from '../backups/home-work.ts'
import type { Leftovers } from '../backups/leftovers.ts'
import type { MainLocale } from '../chats/main-locale.ts'
import type { ExportAll } from '../exports/export-all.ts'

type Following = {
  readonly report: (progress: HomeProgress) => void
  readonly signal: AbortSignal
}

type Rooms = {
  readonly shell: Pick<ShellPort, 'pickFolder' | 'confirm' | 'relaunch' | 'showInFolder'>
  readonly locale: () => MainLocale
  readonly work: HomeWorking
  readonly leftovers: Leftovers
  readonly measure: () => Promise<HomeSizes>
  /** Copies the home into an existing folder and returns the new folder in it. */
  readonly backUp: (target: string, following: Following) => Promise<string>
  readonly lookAt: (backup: string) => Promise<FoundBackup>
  /** Copies a backup into the home, for the next start to take in. */
  readonly stage: (backup: string, following: Following) => Promise<void>
  readonly lastRestore: () => Promise<RestoredHome | null>
  readonly chatCount: () => number
  /** Returns the name of a chosen backup. */
  readonly newId: () => string
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
    ...restoreHandlers(rooms),
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

type RestoreCalls = 'home.chooseBackup' | 'home.restore' | 'home.restored' | 'home.showReplaced'

/** Answers calls about the restore of a backup. A window names only a backup that the person chose in a dialog. */
function restoreHandlers(rooms: Rooms): Pick<Handlers, RestoreCalls> {
  const { shell, work } = rooms
  let chosen: { readonly id: string; readonly found: FoundBackup } | null = null
  return {
    'home.chooseBackup': async (_request, { windowId }) => {
      work.refuseSecond()
      const path = await shell.pickFolder(windowId)
      if (path === null) return null
      const found = await rooms.lookAt(path)
      chosen = { id: rooms.newId(), found }
      return { ...found, id: chosen.id, replacedChats: rooms.chatCount() }
    },
    'home.restore': async ({ id }, { windowId }) => {
      work.refuseSecond()
      if (chosen?.id !== id) throw AppError.saying('other', say('backup.chooseAgain'))
      const { path } = chosen.found
      if (!(await shell.confirm(windowId, RESTORE[rooms.locale()](path)))) return false
      await work.run('restore', (report, stop) => rooms.stage(path, { report, signal: stop }))
      shell.relaunch()
      return true
    },
    'home.restored': () => rooms.lastRestore(),
    'home.showReplaced': async () => {
      const restored = await rooms.lastRestore()
      if (restored !== null) shell.showInFolder(restored.aside)
      return null
    },
  }
}

const RESTORE: Readonly<Record<MainLocale, (path: string) => Confirmation>> = {
  en: (path) => ({
    title: 'Restore this backup and restart?',
    detail: `${path}\n\nIts chats, memory, settings and files replace your current ones, which are set aside in a folder. Active runs are stopped. Hooks, plugins and approvals of the backup apply again, so restore only backups of your own.`,
    confirm: 'Restore and restart',
    cancel: 'Cancel',
  }),
  'zh-CN': (path) => ({
    title: '恢复此备份并重新启动？',
    detail: `${path}\n\n备份中的对话、记忆、设置和文件会替换现在的数据；现在的数据会另存到一个文件夹。正在进行的运行会停止。备份中的钩子、插件和批准会重新生效，因此请只恢复你自己的备份。`,
    confirm: '恢复并重新启动',
    cancel: '取消',
  }),
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
