import type { DeviceId } from '#shared/ids.ts'
import type { SESSION_FILE_CALLS } from '#shared/ipc/calls/session-file-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { ShellPort } from '../app-port.ts'
import type { ExportMany } from '../exports/export-many.ts'
import type { SessionExport } from '../exports/export-session.ts'
import type { SessionImport } from '../exports/import-session.ts'
import type { Listings } from '../log/listings/listings.ts'
import type { Projects } from '../projects/registry.ts'
import type { Bin } from '../runs/chats/bin.ts'
import type { Sessions } from '../runs/chats/sessions.ts'
import type { ForkSession } from '../runs/history/fork-session.ts'

type Rooms = {
  readonly shell: Pick<ShellPort, 'pickSaveFile' | 'pickFile' | 'pickFolder'>
  readonly sessions: Pick<Sessions, 'get'>
  readonly listings: Pick<Listings, 'inBin'>
  readonly projects: Pick<Projects, 'folderOf'>
  readonly forkSession: ForkSession
  readonly exporting: SessionExport
  readonly exportMany: ExportMany
  readonly importing: SessionImport
  readonly bin: Bin
  readonly deviceId: DeviceId
  /** Returns the permission mode of new chats. */
  readonly permissionMode: () => PermissionMode
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for whole chats. Main and the person choose file locations. */
export function createSessionFileHandlers(rooms: Rooms): Pick<Handlers, keyof typeof SESSION_FILE_CALLS> {
  const { shell, sessions, exporting, importing, bin } = rooms
  return {
    'session.fork': ({ sessionId, eventId }) => ({ sessionId: rooms.forkSession(sessionId, eventId) }),
    'session.export': async ({ sessionId, format, redact }, { windowId }) => {
      sessions.get(sessionId)
      const path = await shell.pickSaveFile(windowId, exporting.fileName(sessionId, format))
      if (path === null) return null
      return exporting.write(sessionId, { format, redact }, path)
    },
    'session.exportMany': async ({ sessionIds, format, redact }, { windowId }) => {
      for (const id of sessionIds) sessions.get(id)
      const folder = await shell.pickFolder(windowId)
      if (folder === null) return null
      return rooms.exportMany(sessionIds, { format, redact }, folder, {
        written: () => {},
        signal: rooms.signal,
      })
    },
    'session.import': async ({ projectId, model }, { windowId }) => {
      const project = await rooms.projects.folderOf(projectId)
      const path = await shell.pickFile(windowId, ['jsonl'])
      if (path === null) return null
      const permissionMode = rooms.permissionMode()
      const place = { projectId, cwd: project.path, deviceId: rooms.deviceId, permissionMode, model }
      return importing.read(path, place, rooms.signal)
    },
    'session.delete': ({ sessionId }) => {
      bin.put(sessionId)
      return null
    },
    'session.restore': ({ sessionId }) => {
      bin.restore(sessionId)
      return null
    },
    'session.bin': () => rooms.listings.inBin(),
    'session.emptyBin': () => bin.empty(),
  }
}
