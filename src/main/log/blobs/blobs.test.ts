import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { BlobId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createBlobs } from './blobs.ts'

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'orrery blobs 中文 '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { db, now, newId } = openTestLog()
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  return { blobs: createBlobs({ db, folder, now, newId }), folder, db, files }
}

it('keeps equal content once, also when it comes twice at the same time', async () => {
  const { blobs, files } = await open()
  const [first, second] = await Promise.all([blobs.putText('same'), blobs.putText('same')])
  expect(second).toBe(first)
  expect(await blobs.putText('same')).toBe(first)
  expect(await files()).toHaveLength(1)
})

it('finds a text by how its hash begins, and nothing that is no text', async () => {
  const { blobs, folder } = await open()
  await blobs.putText('who I am')
  await blobs.putBytes(Buffer.from('a picture'), 'image/png')
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(await blobs.textWithHash(hashOf('who I am').slice(0, 16))).toBe('who I am')
  expect(await blobs.textWithHash(hashOf('a picture').slice(0, 16))).toBeNull()
  expect(await blobs.textWithHash(hashOf('never stored').slice(0, 16))).toBeNull()
  await rm(folder, { recursive: true })
  expect(await blobs.textWithHash(hashOf('who I am').slice(0, 16))).toBeNull()
})

it('writes content again whose file was lost, under its old name', async () => {
  const { blobs, folder } = await open()
  const id = await blobs.putText('precious')
  await rm(folder, { recursive: true })
  expect(await blobs.putText('precious')).toBe(id)
  expect(await blobs.text(id, 0, 100)).toEqual({ text: 'precious', size: 8 })
})

it('says that an attachment is gone when its file or its row is', async () => {
  const { blobs, folder, db } = await open()
  const id = await blobs.putText('precious')
  await rm(folder, { recursive: true })
  await expect(blobs.bytes(id)).rejects.toMatchObject({ name: 'AppError' })
  await expect(blobs.text(id, 0, 10)).rejects.toMatchObject({ name: 'AppError' })
  db.prepare('DELETE FROM blobs').run()
  await expect(blobs.bytes(id)).rejects.toMatchObject({ name: 'AppError' })
  await expect(blobs.bytes('blb_00000000' as BlobId)).rejects.toMatchObject({ name: 'AppError' })
})

it('reads a part, to which each character belongs that begins in it', async () => {
  const { blobs } = await open()
  const id = await blobs.putText('a字b')
  expect(await blobs.text(id, 0, 2)).toEqual({ text: 'a字', size: 5 })
  expect(await blobs.text(id, 2, 2)).toEqual({ text: '', size: 5 })
  expect(await blobs.text(id, 1, 3)).toEqual({ text: '字', size: 5 })
  expect(await blobs.text(id, 9, 3)).toEqual({ text: '', size: 5 })
})
