import { z } from 'zod'
import type { KeptText } from '#shared/file/project-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import { parseJson } from '#shared/parse-json.ts'

/** Stored drafts by key. */
export type DraftRows = {
  readonly set: (key: string, text: string) => void
  /** Returns all drafts whose key begins so. */
  readonly startingWith: (start: string) => readonly { readonly key: string; readonly text: string }[]
}

const Stored = z.strictObject({ base: z.string().nullable(), text: z.string() })

/** Stores the unsaved texts of files, so that they survive a crash. */
export function createKeptTexts(drafts: DraftRows) {
  const startOf = (projectId: ProjectId) => `file:${projectId}:`
  return {
    /** Stores the unsaved text of a file; null forgets it. */
    keep: (projectId: ProjectId, path: string, kept: Omit<KeptText, 'path'> | null): void =>
      drafts.set(startOf(projectId) + path, kept === null ? '' : JSON.stringify(kept)),
    list: (projectId: ProjectId): readonly KeptText[] => {
      const start = startOf(projectId)
      return drafts.startingWith(start).flatMap(({ key, text }) => {
        const stored = Stored.safeParse(parseJson(text))
        return stored.success ? [{ path: key.slice(start.length), ...stored.data }] : []
      })
    },
  }
}
