import { homedir } from 'node:os'
import path from 'node:path'
import type { SessionId } from '#shared/ids.ts'
import type { AppDeps } from '../app-port.ts'
import { createHandedFiles } from '../project-files/handed-files.ts'
import { writeNamed } from '../turn-setup/requests/request-copies.ts'
import type { Rooms } from './open-rooms.ts'

/** Connects files that agents handed over to the log, the stored copies and the desktop. */
export function openHandedFiles({ paths, runtime, storage }: Rooms, shell: AppDeps['shell']) {
  return createHandedFiles({
    messagesOf: (id: SessionId, limit) => storage.reader.newestOfKinds(id, ['message'], limit),
    folderOf: (id) => runtime.sessions.get(id).cwd,
    bytes: storage.blobs.bytes,
    flavour: { path, home: homedir(), appHome: paths.home },
    openPath: shell.openPath,
    openAtLine: shell.openAtLine,
    showInFolder: shell.showInFolder,
    pickSaveFile: shell.pickSaveFile,
    write: writeNamed,
  })
}
