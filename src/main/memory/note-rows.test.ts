import { describe, expect, it } from 'vitest'
import { openMemoryRig } from '../../../test/support/memory-rig.ts'
import { createNoteRows } from './note-rows.ts'

const everything = { limit: 50, offset: 0 }

function open() {
  const { db } = openMemoryRig()
  const addChat = db.prepare(
    `INSERT INTO sessions (id, kind, project_id, archived, created_at, updated_at, last_seq, record, deleted_at)
     VALUES (?, ?, 'prj_00000001', 0, 0, 0, 0, ?, ?)`,
  )
  const addNote = db.prepare('INSERT INTO session_notes (session_id, key, record) VALUES (?, ?, ?)')
  const chat = (id: string, title: string, more: { kind?: string; deletedAt?: number } = {}) =>
    addChat.run(id, more.kind ?? 'chat', JSON.stringify({ meta: { title } }), more.deletedAt ?? null)
  const note = (session: string, key: string, content: string, changedAt: number) =>
    addNote.run(session, key, JSON.stringify({ key, content, by: 'agent', changedAt }))
  const rows = createNoteRows(db)
  const keys = (text: string) => rows.find(text, everything).hits.map((hit) => hit.note.key)
  return { chat, note, rows, keys }
}

describe('the notes of all chats', () => {
  it('are found by every word of theirs or of their chat, the newest first', () => {
    const { chat, note, rows, keys } = open()
    chat('ses_1', 'Tides')
    chat('ses_2', '港口')
    note('ses_1', 'decisions', 'We measure in feet.', 1)
    note('ses_2', 'progress', 'Feet are done, metres are not.', 2)
    expect(keys('')).toEqual(['progress', 'decisions'])
    expect(keys('FEET tides')).toEqual(['decisions'])
    expect(keys('港口')).toEqual(['progress'])
    expect(rows.find('metres', everything)).toMatchObject({
      ...{ total: 1, all: 2 },
      hits: [{ sessionId: 'ses_2', title: '港口', note: { by: 'agent' } }],
    })
  })

  it('are not those of chats in the bin, or of what is no chat', () => {
    const { chat, note, keys } = open()
    chat('ses_1', 'Gone', { deletedAt: 5 })
    chat('ses_2', 'An agent', { kind: 'child' })
    note('ses_1', 'a', 'One.', 1)
    note('ses_2', 'b', 'Two.', 1)
    expect(keys('')).toEqual([])
  })
})
