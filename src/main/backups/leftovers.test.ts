import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { homePaths } from '../config/paths.ts'
import { noteBackupFolder } from './backup-folders.ts'
import { createLeftovers } from './leftovers.ts'

const signal = new AbortController().signal
const HOUR = 3_600_000

async function open({ later = 0, isWorking = false } = {}) {
  const folder = await openTempFolder('leftovers')
  const paths = homePaths(folder.at('home'))
  await mkdir(paths.data, { recursive: true })
  await folder.write('disk/.orrery-backup-7-1.part/data/orrery.db', 'x'.repeat(1_000))
  await folder.write('disk/.orrery-chats-8-1.part/a.jsonl', 'chat')
  await folder.write('disk/.orrery-backup-1.part/mine', 'not ours')
  await folder.write('disk/.orrery-backup-9-9.part', 'a file')
  await folder.write('home.restoring-9/config.toml', '')
  await folder.write('home.restoring-x/config.toml', '')
  await symlink(folder.at('home'), folder.at('disk/.orrery-backup-5-5.part'))
  await noteBackupFolder(paths.backupFolders, folder.at('disk'))
  await noteBackupFolder(paths.backupFolders, folder.at('gone'))
  const leftovers = createLeftovers({
    paths,
    pid: 7,
    isWorking: () => isWorking,
    isAlive: (pid) => pid === 8,
    now: () => Date.now() + later,
  })
  const list = async () =>
    (await leftovers.list(signal)).map(({ path, kind, bytes, writer }) => [
      path.slice(folder.path.length + 1),
      kind,
      bytes,
      writer,
    ])
  return { folder, leftovers, list }
}

it('finds drafts of copies and of restored homes, with the process that may still write them', async () => {
  const { list } = await open()
  expect(await list()).toEqual([
    [join('disk', '.orrery-backup-7-1.part'), 'backup', 1_000, null],
    [join('disk', '.orrery-chats-8-1.part'), 'export', 4, 8],
    ['home.restoring-9', 'restore', 0, null],
  ])
})

it('holds a draft of its own for written only while it makes a copy', async () => {
  const { list } = await open({ isWorking: true })
  expect((await list()).map((each) => each[3])).toEqual([7, 8, null])
})

it('holds a draft that stays unchanged for dead, whatever has the number of its writer', async () => {
  const { list } = await open({ later: 2 * HOUR })
  expect((await list()).map((each) => each[3])).toEqual([null, null, null])
})

it('removes one that nothing writes, and neither another nor what it links to', async () => {
  const { folder, leftovers } = await open()
  await symlink(folder.at('home'), folder.at('disk/.orrery-backup-7-1.part/link'))
  for (const { id } of await leftovers.list(signal)) {
    const found = await leftovers.find(id, signal)
    if (found !== null) await leftovers.remove(found)
  }
  expect((await readdir(folder.at('disk'))).sort()).toEqual([
    '.orrery-backup-1.part',
    '.orrery-backup-5-5.part',
    '.orrery-backup-9-9.part',
    '.orrery-chats-8-1.part',
  ])
  expect((await readdir(folder.path)).sort()).toEqual(['disk', 'home', 'home.restoring-x'])
  expect(await readdir(folder.at('home/data'))).toEqual(['backup-folders.json'])
  expect(await leftovers.find('0123456789abcdef', signal)).toBeNull()
})
