import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BlobId, RunId, SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../test/support/open-log.ts'
import { createRunRig } from '../../../test/support/run-rig.ts'
import { ended, says } from '../../../test/support/scripted-replies.ts'
import { createBlobs } from './blobs.ts'
import { createPurge } from './purge.ts'

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery purge 中文 '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = openTestLog()
  const { db, now, newId, store } = log
  const rig = createRunRig({ replies: [says('One.'), says('Two.'), says('Three.')], log })
  const open = () => createBlobs({ db, now, newId, folder })
  const [before, blobs] = [open(), open()]
  const purge = createPurge({ db, store, blobs, breath: async () => {} })
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
  return { ...log, ...rig, blobs, purge, chat, rowsOf, stored }
}

describe('taking a chat out of the log', () => {
  it('leaves no row of it and every row of the others', async () => {
    const { chat, purge, rowsOf, reader, store } = await open()
    const [gone, kept] = [await chat(), await chat()]
    const before = rowsOf(kept.id)
    await purge.remove([gone.id])
    expect(rowsOf(gone.id)).toEqual([0, 0, 0])
    expect(rowsOf(kept.id)).toEqual(before)
    expect([reader.chat(gone.id), store.folds(gone.id).session]).toEqual([null, null])
  })

  it('takes attachments along that nobody else names', async () => {
    const { chat, purge, stored } = await open()
    const gone = await chat('own', 'shared')
    await chat('shared')
    await purge.remove([gone.id])
    expect(stored(gone.blobs)).toEqual([false, true])
  })

  it('leaves an attachment that was put again since the start: a message with it may be on its way', async () => {
    const { chat, purge, stored, blobs } = await open()
    const gone = await chat('again')
    await blobs.putBytes(Buffer.from('again'), 'image/png')
    await purge.remove([gone.id])
    expect(stored(gone.blobs)).toEqual([true])
  })

  it('takes the side logs of its agents along', async () => {
    const { chat, purge, sessions, newId, reader } = await open()
    const gone = await chat()
    const { cwd, meta } = sessions.get(gone.id)
    if (meta.projectId === null) throw new Error('The chat has no project.')
    const place = { kind: 'child', mode: 'bridge', agentId: 'build', parentSessionId: gone.id } as const
    const parentRunId: RunId = newId('run')
    const common = { projectId: meta.projectId, cwd, model: meta.model, permissionMode: meta.permissionMode }
    const child = await sessions.create({ ...common, title: '', place: { ...place, parentRunId } })
    await purge.remove([gone.id])
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
