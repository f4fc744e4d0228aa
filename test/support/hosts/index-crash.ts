import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { PATIENCE_MS } from '../desktop/desktop.ts'
import { type Person, personAt } from '../desktop/desktop-person.ts'
import { tellStory } from '../desktop/desktop-story.ts'

type Crash = {
  /** What is indexed. */
  readonly name: string
  /** Puts so many things where the app finds them with its next start. */
  readonly keep: (db: ReturnType<typeof openDatabase>) => void
  readonly kept: number
  /** SQL that counts those that are indexed whole. */
  readonly count: string
  /** All that the index holds, wherever the rows lie. */
  readonly terms: (index: Database.Database) => readonly string[]
  /** Finds the last of them. */
  readonly find: (person: Person) => Promise<void>
}

/** Only states are waited for; how long that takes is up to the machine. */
const within = { timeout: 4 * PATIENCE_MS, interval: 5 }
const LIMIT_MS = 5 * PATIENCE_MS

/** The plug is pulled while an index is written: what comes of it equals one that was never disturbed. */
export function tellIndexCrash({ name, keep, kept, count, terms, find }: Crash): void {
  const story = tellStory({ inOrder: true })
  const data = join(story.home, 'data')
  const file = join(data, 'index.db')
  /** Seen from outside. */
  const indexed = (): number => {
    if (!existsSync(file)) return 0
    const db = new Database(file, { readonly: true })
    try {
      return db.prepare<[], number>(count).pluck().get() ?? 0
    } catch {
      // It is being made in this moment.
      return 0
    } finally {
      db.close()
    }
  }
  const held = (): readonly string[] => {
    const db = new Database(file)
    try {
      return terms(db)
    } finally {
      db.close()
    }
  }
  let completed: readonly string[] = []

  describe(`the index of ${name}`, () => {
    it('is cut off while it is written', { timeout: LIMIT_MS }, async () => {
      mkdirSync(data, { recursive: true })
      const log = { file: join(data, 'orrery.db'), backups: tmpdir(), now: Date.now, logger: silentLogger }
      const db = openDatabase(log)
      keep(db)
      db.close()
      const app = await story.start()
      await expect.poll(indexed, within).toBeGreaterThan(0)
      await app.kill()
      expect(indexed()).toBeLessThan(kept)
    })

    it('is completed after the next start, and all of it is found', { timeout: LIMIT_MS }, async () => {
      const app = await story.start()
      await expect.poll(indexed, within).toBe(kept)
      await find(personAt(app.page))
      await app.quit()
      completed = held()
    })

    it('equals a new one then', { timeout: LIMIT_MS }, async () => {
      for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
      const app = await story.start()
      await expect.poll(indexed, within).toBe(kept)
      await app.quit()
      const fresh = held()
      expect(fresh.length).toBe(completed.length)
      expect(fresh).toEqual(completed)
    })
  })
}
