import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BlobId, RunId, SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../test/support/rigs/run-rig.ts'
import { ended, says } from '../../../test/support/rigs/scripted-replies.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { createBlobs } from './blobs/blobs.ts'
import { createPurge } from './purge.ts'

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery purge 中文 '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = openTestLog()
  const { db, now, newId, store } = log
  const rig = createRunRig({ replies: [says('One.'), says('Two.'), says('Three.')], log })
  const open = () => createBlobs({ db, now, newId, folder })
  const [before, blobs] = [open(), open()]
  const purge = createPurge({ db, store, blobs })
  /** A chat in which something was said, with attachments put before this start of the app. */
  const chat = async (...files: string[]) => {
    const id = await rig.open()
    const parts = await Promise.all(
      files.map(async (text) => {
        const blobId = await before.putBytes(Buffer.from(text), 'image/png')
        return { t: 'file' as const, blobId, mime: 'image/png' }
      }),
    )
    rig.lane.send(id, [{ t: 'text', text: 'Look' }, ...parts])
    await ended(rig, id)
    return { id, blobs: parts.map((part) => part.blobId) }
  }
  const rowsOf = (id: SessionId) =>
    ['events', 'contexts', 'runs'].map(
      (table) =>
        db.prepare(`SELECT count(*) AS n FROM ${table} WHERE session_id = ?`).pluck().get(id) as number,
    )
  const stored = (ids: readonly BlobId[]) => ids.map((id) => blobs.describe(id) !== null)
  return { ...log, ...rig, rig, blobs, purge, chat, rowsOf, stored }
}

describe('taking a chat out of the log', () => {
  it('leaves no row of it and every row of the others', async () => {
    const { chat, purge, rowsOf, reader, store } = await open()
    const [gone, kept] = [await chat(), await chat()]
    const before = rowsOf(kept.id)
    purge.remove([gone.id])
    expect(rowsOf(gone.id)).toEqual([0, 0, 0])
    expect(rowsOf(kept.id)).toEqual(before)
    expect([reader.chat(gone.id), store.folds(gone.id).session]).toEqual([null, null])
  })

  it('takes attachments along that nobody else names', async () => {
    const { chat, purge, stored } = await open()
    const gone = await chat('own', 'shared')
    await chat('shared')
    purge.remove([gone.id])
    expect(stored(gone.blobs)).toEqual([false, true])
  })

  it('leaves an attachment that was put again since the start: a message with it may be on its way', async () => {
    const { chat, purge, stored, blobs } = await open()
    const gone = await chat('again')
    await blobs.putBytes(Buffer.from('again'), 'image/png')
    purge.remove([gone.id])
    expect(stored(gone.blobs)).toEqual([true])
  })

  it('takes the logs of its agents along', async () => {
    const { chat, purge, sessions, newId, reader } = await open()
    const gone = await chat()
    const { cwd, meta } = sessions.get(gone.id)
    if (meta.projectId === null) throw new Error('The chat has no project.')
    const place = { kind: 'child', mode: 'bridge', agentId: 'build', parentSessionId: gone.id } as const
    const parentRunId: RunId = newId('run')
    const common = { projectId: meta.projectId, cwd, model: meta.model, permissionMode: meta.permissionMode }
    const child = await sessions.create({ ...common, title: '', place: { ...place, parentRunId } })
    purge.remove([gone.id])
    expect(reader.sessionIds()).not.toContain(child)
  })

  it('finds chats by how long they have been in the bin', async () => {
    const { chat, purge, sessions } = await open()
    const [first, second] = [await chat(), await chat()]
    await chat()
    sessions.update(first.id, { deletedAt: 100 })
    sessions.update(second.id, { deletedAt: 200 })
    expect(purge.deletedBefore(200)).toEqual([first.id])
    expect(purge.deletedBefore(201)).toHaveLength(2)
    sessions.update(first.id, { deletedAt: null })
    expect(purge.deletedBefore(201)).toEqual([second.id])
  })
})

/** Generates blob ids and near misses. */
const piece = fc.oneof(
  fc.constantFrom('blb_0000000a', 'blb_0000000b', 'blb_0000000c'),
  fc.constantFrom(
    'blb_',
    'blb_short',
    `blb_${'x'.repeat(41)}`,
    'blb_0000000dA',
    'blb_0000000d_',
    '_',
    'a',
    'Z',
    '中',
    '"',
    ' ',
  ),
)
const words = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
/** In which of three chats something is said. */
const history = fc.array(fc.tuple(fc.nat(2), words), { maxLength: 12 })

/** Returns each session's references from a scan of the whole log. */
function lookedThrough(db: ReturnType<typeof openTestLog>['db']): string[] {
  const rows = db
    .prepare<[], { session_id: string; payload: string }>('SELECT session_id, payload FROM events')
    .all()
  const found = rows.flatMap(({ session_id, payload }) =>
    [...payload.matchAll(/\bblb_[0-9a-z]{8,40}\b/g)].map(([id]) => `${id} ${session_id}`),
  )
  return [...new Set(found)].sort()
}
const inTable = (db: ReturnType<typeof openTestLog>['db']) =>
  db
    .prepare<[], { blob_id: string; session_id: string }>('SELECT * FROM blob_names')
    .all()
    .map(({ blob_id, session_id }) => `${blob_id} ${session_id}`)
    .sort()

describe('which session names what is stored', () => {
  it('is what a look through the whole log finds, however it was stored and whatever was taken out', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(2), async (said, out) => {
        const { db, store, purge, rig } = await open()
        const chats = [await rig.open(), await rig.open(), await rig.open()]
        for (const [at, text] of said) {
          const sessionId = chats[at] as SessionId
          const contextId = store.folds(sessionId).session?.meta.activeContextId
          if (!contextId) throw new Error('There is no context.')
          const message = { role: 'user' as const, parts: [{ t: 'text' as const, text }] }
          store.append(sessionId, [{ kind: 'message', contextId, payload: { message } }])
        }
        expect(inTable(db)).toEqual(lookedThrough(db))
        purge.remove([chats[out] as SessionId])
        expect(inTable(db)).toEqual(lookedThrough(db))
        // As a log from before there was the table is brought up to date.
        const shipped = MIGRATIONS.find(({ name }) => name === '0018-blob-names')
        db.exec('DROP TABLE blob_names')
        // Without the index at its end: the journal of workflows has other columns now.
        db.exec(shipped?.sql.replace(/^CREATE INDEX workflow_memo_naming.*$/m, '') ?? '')
        expect(inTable(db)).toEqual(lookedThrough(db))
      }),
      { numRuns: 40 },
    )
  })

  it('keeps what a workflow remembers', async () => {
    const { db, chat, purge, stored } = await open()
    const gone = await chat('kept', 'free')
    const entry = JSON.stringify({ outcome: { blob: gone.blobs[0] } })
    db.prepare('INSERT INTO workflow_memo (place, entry) VALUES (1, ?)').run(entry)
    purge.remove([gone.id])
    expect(stored(gone.blobs)).toEqual([true, false])
  })
})
