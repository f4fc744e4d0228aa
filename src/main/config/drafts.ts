import type { Clock } from '../lib/clock.ts'
import type { SettingsRows } from './rows.ts'

type Deps = {
  readonly rows: Pick<SettingsRows, 'draft' | 'draftsFrom' | 'putDraft' | 'removeDraft'>
  readonly clock: Pick<Clock, 'now'>
}

/** Text that was typed and not sent or saved: of chats, of projects for a chat that does not exist yet, and of files. */
export type Drafts = ReturnType<typeof createDrafts>

export function createDrafts({ rows, clock }: Deps) {
  return {
    get: (key: string): string => rows.draft(key) ?? '',
    /** Returns all drafts whose key begins so. */
    startingWith: (start: string): readonly { readonly key: string; readonly text: string }[] =>
      rows.draftsFrom(start),
    /** An empty text forgets the draft. */
    set: (key: string, text: string): void => {
      if (text !== '') rows.putDraft(key, text, clock.now())
      // Removing nothing would still wait for the log.
      else if (rows.draft(key) !== null) rows.removeDraft(key)
    },
  }
}
