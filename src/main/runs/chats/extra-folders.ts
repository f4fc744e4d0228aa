import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { Sessions } from './sessions.ts'

type Deps = {
  readonly sessions: Pick<Sessions, 'get' | 'update'>
  /** Returns the true path of a folder that may be added to a chat. Throws an `AppError` for any other. */
  readonly check: (
    typed: string,
    scene: { readonly root: string; readonly folders: readonly string[] },
  ) => Promise<string>
}

/** Adds folders to chats and removes them, for the person alone. */
export function createExtraFolders({ sessions, check }: Deps) {
  const chat = (sessionId: SessionId): SessionRecord => {
    const session = sessions.get(sessionId)
    if (session.kind !== 'chat') throw AppError.saying('ipc.refused', say('folder.onlyChats'))
    return session
  }
  const foldersOf = (sessionId: SessionId): readonly string[] => chat(sessionId).meta.folders ?? []
  return {
    /** Adds a folder. One that holds others of the chat takes their place. */
    add: async (sessionId: SessionId, typed: string): Promise<string> => {
      const { cwd, meta } = chat(sessionId)
      const path = await check(typed, { root: cwd, folders: meta.folders ?? [] })
      // Another may have been added meanwhile.
      const before = foldersOf(sessionId)
      if (!before.includes(path)) sessions.update(sessionId, { folders: withFolder(before, path) })
      return path
    },
    /** Returns the true paths of the folders of a chat that is about to begin. */
    checkAll: async (root: string, typed: readonly string[]): Promise<readonly string[]> => {
      let folders: readonly string[] = []
      for (const each of typed) {
        const path = await check(each, { root, folders })
        folders = withFolder(folders, path)
      }
      return folders
    },
    check: (root: string, typed: string, folders: readonly string[]) => check(typed, { root, folders }),
    /** Removes a folder. A running command keeps it until it ends; the next one does not have it. */
    remove: (sessionId: SessionId, path: string): void => {
      const folders = foldersOf(sessionId)
      if (folders.includes(path))
        sessions.update(sessionId, { folders: folders.filter((folder) => folder !== path) })
    },
  }
}

export type ExtraFolders = ReturnType<typeof createExtraFolders>

function withFolder(folders: readonly string[], path: string): string[] {
  const isInner = (folder: string) => folder.startsWith(path) && /^([\\/]|$)/.test(folder.slice(path.length))
  return [...folders.filter((folder) => !isInner(folder)), path]
}
