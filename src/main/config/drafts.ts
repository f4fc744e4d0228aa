import type { Clock } from '../lib/clock.ts'
import type { SettingsRows } from './rows.ts'

type Deps = {
  readonly rows: Pick<SettingsRows, 'draft' | 'putDraft' | 'removeDraft'>
  readonly clock: Pick<Clock, 'now'>
}

/** Text that was typed and not sent, by chat or by project for a chat that does not exist yet. */
export type Drafts = ReturnType<typeof createDrafts>

export function createDrafts({ rows, clock }: Deps) {
  return {
    get: (key: string): string => rows.draft(key) ?? '',
    /** An empty text forgets the draft. */
    set: (key: string, text: string): void => {
      if (text !== '') rows.putDraft(key, text, clock.now())
      // Removing nothing would still wait for the log.
      else if (rows.draft(key) !== null) rows.removeDraft(key)
    },
  }
}
