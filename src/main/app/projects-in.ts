import type { ChatInForce } from '#shared/config/settings-in-force.ts'
import type { SessionId } from '#shared/ids.ts'
import { chatFoldersOf } from '../agents/records/chat-folders.ts'
import { createFolderHandlers } from '../handlers/folder-handlers.ts'
import { createProjectHandlers } from '../handlers/project-handlers.ts'
import { createChatsWithFolders } from '../log/listings/chats-with-folders.ts'
import { turnRulesOf } from '../turn-setup/judge-calls.ts'
import { namesIn } from './names-in.ts'
import type { Rooms } from './open-rooms.ts'

type Deps = {
  readonly rooms: Rooms
  readonly pickFolder: (windowId: number) => Promise<string | null>
  readonly signal: AbortSignal
}

/** Answers calls about projects, their folders and the extra folders of chats. */
export function projectsIn({ rooms, pickFolder, signal }: Deps) {
  const { grants, projects, runtime } = rooms
  return {
    ...createProjectHandlers({
      projects,
      grants,
      signal,
      pickFolder,
      directory: rooms.directory,
      ...namesIn(rooms, signal),
      moved: (projectId, from, to) => {
        for (const id of rooms.listings.logsOf(projectId)) runtime.sessions.move(id, from, to)
      },
      opened: rooms.workflows.imports.ofProject,
      foldersOf: (id) => chatFoldersOf(runtime.log, runtime.sessions.get(id)),
      checkFolders: rooms.extraFolders.checkAll,
    }),
    ...createFolderHandlers({
      folders: rooms.extraFolders,
      projects,
      lane: runtime.lane,
      chats: createChatsWithFolders(rooms.storage.db),
      pickFolder,
    }),
  }
}

/** Returns the lookup of what holds in one chat alone. */
export function chatInForce({ runtime: { log, sessions } }: Rooms) {
  return (sessionId: SessionId): ChatInForce => ({
    folders: chatFoldersOf(log, sessions.get(sessionId)),
    rules: turnRulesOf(log, sessionId),
    profile: sessions.get(sessionId).meta.contextProfile ?? null,
  })
}
