import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { SessionId } from '#shared/ids.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { Logger } from '../lib/logger.ts'
import { escapePattern } from '../tools/permission/pattern.ts'

type Deps = {
  /** The folder they lie in; only this app writes there. */
  readonly folder: string
  /** False for a chat that was deleted for ever. */
  readonly isKept: (chatId: SessionId) => boolean
  readonly logger: Logger
}

/**
 * A folder for each chat with a coordinator, shared by all that work for it: what one finds reaches another without
 * going through the coordinator. They read and write there without asking, and it goes with the chat.
 */
export function createScratchFolders({ folder, isKept, logger }: Deps) {
  /** Those of this start by the path that has no link in it, which is the one that rules are asked about. */
  const opened = new Map<SessionId, string>()
  const remove = (name: string): void => {
    rm(join(folder, name), { recursive: true, force: true }).catch((error: unknown) =>
      logger.warn('A scratch folder could not be removed', { name, reason: String(error) }),
    )
  }

  return {
    /** The folder of a chat, made when it is not there yet. */
    open: async (chatId: SessionId): Promise<string> => {
      const known = opened.get(chatId)
      await mkdir(known ?? join(folder, chatId), { recursive: true, mode: 0o700 })
      const path = known ?? (await realpath(join(folder, chatId)))
      opened.set(chatId, path)
      return path
    },
    /** Returns the rules that grant use of a chat's shared folder. A denial and the chat's mode still win. */
    rules: (chatId: SessionId): readonly PermissionRule[] => {
      const path = opened.get(chatId)
      if (path === undefined) return []
      const pattern = escapePattern(path.split(sep).join('/'))
      return [
        { tool: 'read', pattern, action: 'allow' },
        { tool: 'edit', pattern, action: 'allow' },
      ]
    },
    /** The chat is gone for ever, and what was kept for it too. */
    gone: (chatId: SessionId): void => {
      opened.delete(chatId)
      remove(chatId)
    },
    /** Removes what the end of the app kept from being removed. */
    tidy: async (): Promise<void> => {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const chatId = SessionId.safeParse(name)
        if (chatId.success && !isKept(chatId.data)) remove(name)
      }
    },
  }
}

export type ScratchFolders = ReturnType<typeof createScratchFolders>
