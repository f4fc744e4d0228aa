import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { openMemoryRig } from '../../../test/support/rigs/knowledge/memory-rig.ts'
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
  const addEvent = db.prepare(
    `INSERT INTO events (id, session_id, seq, kind, ts, client_id, v, payload)
     VALUES (?, ?, ?, 'note.changed', ?, 'dev', 1, ?)`,
  )
  const changed = (session: string, seq: number, key: string, content: string | null, by = 'agent') =>
    addEvent.run(`evt_${session}_${seq}`, session, seq, seq * 10, JSON.stringify({ key, content, by }))
  const rows = createNoteRows(db)
  const keys = (text: string) => rows.find(text, everything).hits.map((hit) => hit.note.key)
  return { chat, note, changed, rows, keys }
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
      total: 1,
      all: 2,
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

  it('are listed with their last words when they were taken away, until they are back', () => {
    const { chat, note, changed, rows } = open()
    const gone = (text = '') =>
      rows
        .find(text, { ...everything, gone: true })
        .hits.map((hit) => [hit.note.key, hit.note.content, hit.gone])
    chat('ses_1', 'Tides')
    chat('ses_2', 'In the bin', { deletedAt: 5 })
    changed('ses_1', 1, 'decisions', 'We measure in feet.')
    changed('ses_1', 2, 'decisions', 'We measure in metres.')
    changed('ses_1', 3, 'decisions', null, 'person')
    changed('ses_1', 4, 'progress', 'Half done.')
    changed('ses_1', 5, 'progress', null)
    changed('ses_1', 6, 'never', null)
    changed('ses_2', 1, 'decisions', 'Elsewhere.')
    changed('ses_2', 2, 'decisions', null)
    expect(gone()).toEqual([
      ['progress', 'Half done.', true],
      ['decisions', 'We measure in metres.', true],
    ])
    expect([gone('metres tides'), gone('feet')]).toEqual([[['decisions', 'We measure in metres.', true]], []])
    changed('ses_1', 7, 'decisions', 'We measure in ells.')
    note('ses_1', 'decisions', 'We measure in ells.', 70)
    expect(gone().map(([key]) => key)).toEqual(['progress'])
    expect(rows.find('', everything)).toMatchObject({ total: 1, all: 1, gone: 1 })
  })

  it('remember what they said, the newest first, each by itself', () => {
    const { changed, rows } = open()
    changed('ses_1', 1, 'decisions', 'We measure in feet.')
    changed('ses_1', 2, 'progress', 'Half done.')
    changed('ses_1', 3, 'decisions', null, 'person')
    changed('ses_1', 4, 'decisions', 'We measure in metres.', 'person')
    changed('ses_2', 1, 'decisions', 'Elsewhere.')
    expect(rows.history('ses_1' as SessionId, 'decisions')).toEqual([
      { seq: 4, content: 'We measure in metres.', by: 'person', at: 40 },
      { seq: 3, content: null, by: 'person', at: 30 },
      { seq: 1, content: 'We measure in feet.', by: 'agent', at: 10 },
    ])
    expect(rows.history('ses_2' as SessionId, "decisions' OR 1")).toEqual([])
  })
})
