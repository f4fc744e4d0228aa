import type { FOLDER_CALLS } from '#shared/ipc/calls/folder-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ChatFolders } from '#shared/session/extra-folders.ts'
import type { Projects } from '../projects/registry.ts'
import type { ExtraFolders } from '../runs/chats/extra-folders.ts'
import type { Lane } from '../runs/chats/lane.ts'

type Rooms = {
  readonly folders: ExtraFolders
  readonly projects: Pick<Projects, 'folderOf'>
  readonly lane: Pick<Lane, 'idleOnly'>
  readonly chats: () => readonly ChatFolders[]
  readonly pickFolder: (windowId: number) => Promise<string | null>
}

/** Creates the handlers for the extra folders of chats. */
export function createFolderHandlers({
  folders,
  projects,
  lane,
  chats,
  pickFolder,
}: Rooms): Pick<Handlers, keyof typeof FOLDER_CALLS> {
  return {
    'folder.add': ({ sessionId, path }, { isCommandLine }) => {
      // A program that a running agent started must not widen what that agent may use.
      if (isCommandLine === true) lane.idleOnly(sessionId)
      return folders.add(sessionId, path)
    },
    'folder.check': async ({ projectId, folders: chosen, path }) =>
      folders.check((await projects.folderOf(projectId)).path, path, chosen),
    'folder.remove': ({ sessionId, path }) => {
      folders.remove(sessionId, path)
      return null
    },
    'folder.pick': (_request, { windowId }) => pickFolder(windowId),
    'folder.list': () => chats(),
  }
}
