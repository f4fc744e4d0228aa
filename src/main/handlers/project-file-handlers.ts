import { AppError } from '#shared/errors.ts'
import type { PROJECT_FILE_CALLS } from '#shared/ipc/calls/project-file-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { ShellPort } from '../app-port.ts'
import type { ProjectFiles } from '../project-files/project-files.ts'

type Rooms = {
  readonly files: ProjectFiles
  readonly shell: Pick<ShellPort, 'openAtLine' | 'openPath' | 'showInFolder' | 'writeClipboard'>
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for the files of projects. */
export function createProjectFileHandlers(rooms: Rooms): Pick<Handlers, keyof typeof PROJECT_FILE_CALLS> {
  const { files, shell, signal } = rooms
  const searches = createNewest(signal)
  return {
    'file.open': ({ projectId, path }) => files.open(projectId, path),
    'file.stamps': ({ projectId, paths }) => files.stamps(projectId, paths),
    'file.save': ({ projectId, ...saving }) => files.save(projectId, saving, signal),
    'file.keep': ({ projectId, path, kept }) => {
      files.keep(projectId, path, kept)
      return null
    },
    'file.kept': ({ projectId }) => files.kept(projectId),
    'file.find': ({ projectId, ...sought }, { windowId }) =>
      files.find(projectId, sought, searches(windowId)),
    'file.folders': ({ projectId, paths }) => files.folders(projectId, paths, signal),
    'file.reveal': async ({ projectId, path }) => {
      const place = await files.fullPath(projectId, path)
      if (path === null) await shell.openPath(place)
      else shell.showInFolder(place)
      return null
    },
    'file.openInEditor': async ({ projectId, path, line }) => {
      const place = await files.fullPath(projectId, path)
      const isOpen = await shell.openAtLine(place, path === null ? null : (line ?? 1))
      if (!isOpen) throw AppError.saying('other', say('changes.noEditor'))
      return null
    },
    'file.copyPath': async ({ projectId, path }) => {
      await shell.writeClipboard(await files.fullPath(projectId, path))
      return null
    },
  }
}

/** Gives each window one search at a time: a new one ends the one before. */
function createNewest(signal: AbortSignal) {
  const running = new Map<number, AbortController>()
  return (windowId: number): AbortSignal => {
    running.get(windowId)?.abort(AppError.cancelled('A newer search began.'))
    const search = new AbortController()
    running.set(windowId, search)
    return AbortSignal.any([signal, search.signal])
  }
}
