import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../../lib/clock.ts'
import { createReadFilter } from '../permission/read-filter.ts'
import { folderText } from './folder-text.ts'

const noRipgrep = { working: async () => false } as never
const flavour = { path, home: homedir() }
const deps = { ripgrep: noRipgrep, clock: systemClock, timeLimitMs: 20_000, flavour }

async function open(closed: readonly string[] = []) {
  const temp = await openTempFolder('folder-text')
  const sight = createReadFilter(({ target }) => (closed.includes(target) ? 'deny' : 'allow'))
  return {
    ...temp,
    read: (folder: string) =>
      folderText(deps, { root: temp.path, extra: [], folder, sight }, new AbortController().signal),
  }
}

it('lists the files of a folder with sizes and adds their texts', async () => {
  const { write, read } = await open()
  await write('src/moon.ts', 'export const moon = 1\n')
  await write('src/文档/潮汐.md', '高潮在中午。\n')
  await write('elsewhere.ts', 'no')
  expect(await read('src/')).toBe(
    [
      'src/ (2 files)',
      'src/moon.ts  22 bytes',
      'src/文档/潮汐.md  19 bytes',
      '\n--- src/moon.ts ---\nexport const moon = 1',
      '\n--- src/文档/潮汐.md ---\n高潮在中午。',
    ].join('\n'),
  )
})

it('leaves out the texts of closed, binary and large files', async () => {
  const { write, read, path: root } = await open(['src/key.pem'])
  await write('src/key.pem', 'secret key')
  await write('src/large.txt', 'x'.repeat(70_000))
  await writeFile(path.join(root, 'src', 'picture.bin'), Buffer.from([0, 1, 2, 3, 0]))
  const text = await read('src')
  expect(text).not.toContain('secret key')
  expect(text.match(/\(content not included\)/g)).toHaveLength(3)
})

it('stops adding texts where the folder is large, and names the first 2,000 files', async () => {
  const { read, path: root } = await open()
  await mkdir(path.join(root, 'many'))
  const names = Array.from({ length: 2_010 }, (_, at) => `file${String(at).padStart(4, '0')}.txt`)
  await Promise.all(names.map((name) => writeFile(path.join(root, 'many', name), 'words '.repeat(100))))
  const text = await read('many')
  expect(text).toContain('many/ (2000 files)')
  expect(text).toContain('(more files not listed)')
  expect(text.length).toBeLessThan(700_000)
})

it('refuses what is no folder of the project, and follows no link out of it', async () => {
  const { write, read, path: root } = await open()
  await write('src/moon.ts', 'moon')
  const other = await openTempFolder('folder-text-other')
  await other.write('secret.txt', 'outside')
  await symlink(other.path, path.join(root, 'away'))
  await symlink(path.join(other.path, 'secret.txt'), path.join(root, 'src', 'link.txt'))
  for (const folder of ['../', 'away', 'nowhere', '/etc', 'a\0b']) {
    await expect(read(folder)).rejects.toThrow('was not attached')
  }
  expect(await read('src')).not.toContain('outside')
})
