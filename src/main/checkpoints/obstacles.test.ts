import { mkdir, readdir, symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openCheckpointRig, soon } from '../../../test/support/rigs/checkpoint-rig.ts'

const isWindows = process.platform === 'win32'

describe('what stands in the way', () => {
  it('is said, and left alone: folders and links', async () => {
    const rig = await openCheckpointRig()
    for (const name of ['folder.txt', 'link.txt', 'moved/a.txt', 'way/b.txt']) await rig.write(name, 'one')
    for (const name of ['folder.txt', 'link.txt', 'moved/a.txt', 'way/b.txt']) await rig.agent(name, 'two')
    for (const name of ['folder.txt', 'link.txt', 'moved', 'way']) await rig.remove(name)
    await mkdir(rig.at('folder.txt'))
    await mkdir(`${rig.parent}/elsewhere`)
    await symlink(`${rig.parent}/elsewhere`, rig.at('moved'), 'dir')
    if (!isWindows) await symlink(`${rig.parent}/elsewhere/x`, rig.at('link.txt'))
    await rig.write('way', 'a file where a folder was')

    expect(await rig.undo(undefined, ['folder.txt', 'link.txt', 'moved/a.txt', 'way/b.txt'])).toEqual({
      'folder.txt': 'refused: is_folder',
      'link.txt': isWindows ? 'create' : 'refused: is_link',
      'moved/a.txt': 'refused: way_changed',
      'way/b.txt': 'refused: way_changed',
    })
    expect(await readdir(`${rig.parent}/elsewhere`)).toEqual([])
  })

  it('is a file too large to be copied', async () => {
    const rig = await openCheckpointRig({ maxFileBytes: 10 })
    await rig.write('was.txt', 'larger than ten bytes')
    await rig.agent('was.txt', 'small')
    await rig.write('is.txt', 'small')
    await rig.agent('is.txt', 'smaller')
    await rig.write('is.txt', 'larger than ten bytes')
    expect(await rig.undo(undefined, ['is.txt'])).toEqual({
      'is.txt': 'refused: too_large',
      'was.txt': 'refused: not_kept',
    })
  })

  it('is a copy that is spoilt', async () => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    for (const file of await rig.stored()) await rig.write(`../blobs/files/${file}`, 'bad')
    expect([await rig.outlook(), await rig.undo()]).toEqual([
      { 'a.txt': 'refused: damaged' },
      { 'a.txt': 'refused: damaged' },
    ])
    expect(await rig.text('a.txt')).toBe('two')
  })

  it('keeps an agent from changing a file that cannot be copied', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const rig = await openCheckpointRig({ write: () => Promise.reject(full) })
    await rig.write('a.txt', 'one')
    await expect(rig.agent('a.txt', 'two')).rejects.toThrow('was not changed, because no copy')
    expect([await rig.text('a.txt'), await rig.outlook()]).toEqual(['one', {}])
  })

  it.each([
    ['ENOSPC', 'disk_full'],
    ['EACCES', 'folder_denied'],
    ['EPERM', 'folder_denied'],
    ['EROFS', 'read_only'],
    ['EIO', 'failed'],
  ])('leaves everything as it was when the disk says %s', async (code, obstacle) => {
    const rig = await openCheckpointRig()
    await rig.write('a.txt', 'one')
    await rig.agent('a.txt', 'two')
    const error = Object.assign(new Error('the disk says no'), { code })
    const broken = rig.again({ disk: (disk) => ({ ...disk, writeDraft: () => Promise.reject(error) }) })
    expect(await broken.undo()).toEqual({ 'a.txt': `failed: ${obstacle}` })
    expect([await rig.text('a.txt'), await rig.outlook()]).toEqual(['two', { 'a.txt': 'restore' }])
    expect(await readdir(rig.root)).toEqual(['a.txt'])
    expect(await rig.checkpoints.recover(soon())).toEqual([])
  })
})

it('tells a file that may not be written from a folder that takes no new files', async () => {
  const rig = await openCheckpointRig()
  await rig.write('a.txt', 'one')
  await rig.agent('a.txt', 'two')
  const denied = () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
  const locked = rig.again({ disk: (disk) => ({ ...disk, mustBeWritable: denied }) })
  expect(await locked.undo()).toEqual({ 'a.txt': 'failed: denied' })
  const closed = rig.again({ disk: (disk) => ({ ...disk, putInPlace: denied }) })
  expect(await closed.undo()).toEqual({ 'a.txt': 'failed: folder_denied' })
  expect(await rig.text('a.txt')).toBe('two')
  expect(await rig.undo()).toEqual({ 'a.txt': 'restore' })
})

it('reports every file, also when one of them fails in a way nobody thought of', async () => {
  const rig = await openCheckpointRig()
  for (const name of ['a.txt', 'b.txt']) await rig.agent(name, 'new')
  const strange = rig.again({
    disk: (disk) => ({
      ...disk,
      removeFile: (file) => (file.endsWith('b.txt') ? Promise.reject(new Error('?')) : disk.removeFile(file)),
    }),
  })
  expect(await strange.undo()).toEqual({ 'a.txt': 'delete', 'b.txt': 'failed: failed' })
  expect([await rig.text('a.txt'), await rig.text('b.txt')]).toEqual([null, 'new'])
  expect(await rig.undo()).toEqual({ 'b.txt': 'delete' })
})
