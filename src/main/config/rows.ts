import type { Database } from 'better-sqlite3'

/** Creates the table of window state: settings by key, and unsent drafts. */
export function createSettingsRows(db: Database) {
  const setting = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?')
  const putSetting = db.prepare<[string, string]>(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const removeSetting = db.prepare<[string]>('DELETE FROM settings WHERE key = ?')
  const draft = db.prepare<[string], { text: string }>('SELECT text FROM drafts WHERE key = ?')
  const putDraft = db.prepare<[string, string, number]>(
    `INSERT INTO drafts (key, text, updated_at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`,
  )
  const removeDraft = db.prepare<[string]>('DELETE FROM drafts WHERE key = ?')
  const draftsFrom = db.prepare<[string, string], { key: string; text: string }>(
    'SELECT key, text FROM drafts WHERE substr(key, 1, length(?)) = ? ORDER BY key',
  )

  return {
    setting: (key: string): string | null => setting.get(key)?.value ?? null,
    putSetting: (key: string, value: string) => void putSetting.run(key, value),
    removeSetting: (key: string) => void removeSetting.run(key),
    draft: (key: string): string | null => draft.get(key)?.text ?? null,
    putDraft: (key: string, text: string, at: number) => void putDraft.run(key, text, at),
    removeDraft: (key: string) => void removeDraft.run(key),
    draftsFrom: (start: string) => draftsFrom.all(start, start),
  }
}
export type SettingsRows = ReturnType<typeof createSettingsRows>
