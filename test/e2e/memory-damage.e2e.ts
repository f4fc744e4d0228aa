import { closeSync, copyFileSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { memoriesAt } from '../support/stories/memory-person.ts'

const story = tellStory({ withModel: true, inOrder: true })
const file = join(story.home, 'data', 'orrery.db')
const backup = join(story.folder, 'backup.db')
const TOLD = /^A part of the database .*orrery\.db is damaged/
let person: Person
let memories: ReturnType<typeof memoriesAt>

const start = async () => {
  person = personAt((await story.start()).page)
  memories = memoriesAt(person, story)
}

/** Writes over where the table begins, as a broken disk would. */
function damage(table: string): void {
  const db = new Database(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const size = Number(db.pragma('page_size', { simple: true }))
  const root = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table))
  db.close()
  copyFileSync(file, backup)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size)
  closeSync(handle)
}

describe('a database whose memories are damaged', () => {
  it('says so where they are looked for, and keeps what was typed', async () => {
    await start()
    await person.addProject(story.project)
    await person.goTo('Memory')
    await memories.writes('gauge', 'The gauge reads in feet.')
    await person.goTo('Chat')
    await memories.asks('Which unit does the gauge use?', 'It uses feet.')
    await story.desktop().quit()
    damage('memory_items')
    await start()
    await person.goTo('Memory')
    await person.page.getByText(TOLD).waitFor()
    await person.button('Add memory').click()
    await memories.detail.getByRole('textbox', { name: 'Key' }).fill('tide')
    await memories.detail.getByRole('textbox', { name: 'What to remember' }).fill('It turns at noon.')
    await person.button('Save', memories.detail).click()
    await memories.detail.getByText(TOLD).waitFor()
    expect(await memories.detail.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('tide')
    await inStoryLooks(story.desktop(), 'memory.damaged')
  })

  it('leaves chats as they are, and Diagnostics says what is to be done', async () => {
    await person.goTo('Chat')
    await person.sessions.getByText('Which unit does the gauge use?').click()
    await person.reads('It uses feet.')
    await memories.asks('And the other one?', 'Metres.')
    await person.goTo('Settings')
    await person
      .button('Diagnostics', person.page.getByRole('navigation', { name: 'Settings sections' }))
      .click()
    await person.page.getByText(/^The database is damaged/).waitFor()
    await person.page.getByText(/put a copy in place of data\/orrery\.db: from a backup of yours/).waitFor()
  })

  it('is whole again with a copy in its place', async () => {
    await story.desktop().quit()
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    copyFileSync(backup, file)
    await start()
    await person.goTo('Memory')
    await memories.detail.getByText('The gauge reads in feet.', { exact: true }).waitFor()
  })
})
