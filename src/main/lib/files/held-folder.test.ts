import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdFolder, withHeldFolder } from './held-folder.ts'
import { replaceInFolder } from './replace-file.ts'

let base = ''
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'orrery held 文件夹-')))
  await mkdir(join(base, 'inside'))
  await mkdir(join(base, 'outside'))
})
afterEach(() => rm(base, { recursive: true, force: true }))

const swap = async () => {
  await rename(join(base, 'inside'), join(base, 'moved'))
  await symlink(join(base, 'outside'), join(base, 'inside'), 'dir')
}
const changed = { code: 'PATH_CHANGED' }

describe.skipIf(process.platform === 'win32')('a held folder', () => {
  it('is not opened through a link, also not to be made below one', async () => {
    await swap()
    await expect(holdFolder(join(base, 'inside'))).rejects.toMatchObject(changed)
    await expect(holdFolder(join(base, 'inside/new/er'), { make: true })).rejects.toMatchObject(changed)
    expect(await readdir(join(base, 'outside'))).toEqual([])
  })

  it('is made with the folders above it', async () => {
    const path = join(base, 'inside/new/er')
    await withHeldFolder(path, ({ at }) => writeFile(at('a'), 'x'), { make: true })
    expect(await readFile(join(path, 'a'), 'utf8')).toBe('x')
  })

  it('notices that a link took its place, and nothing is written through that link', async () => {
    const held = await holdFolder(join(base, 'inside'))
    await swap()
    await expect(held.check()).rejects.toMatchObject(changed)
    const next = { name: 'a.txt', draft: '.draft', bytes: 'x', mode: null }
    await expect(replaceInFolder(held, next)).rejects.toMatchObject(changed)
    await held.close()
    expect([await readdir(join(base, 'outside')), await readdir(join(base, 'moved'))]).toEqual([[], []])
  })

  it.runIf(process.platform === 'linux')('reaches its entries, whatever its path is by then', async () => {
    const held = await holdFolder(join(base, 'inside'))
    await swap()
    await writeFile(held.at('a.txt'), 'x')
    await held.close()
    expect([await readdir(join(base, 'outside')), await readdir(join(base, 'moved'))]).toEqual([
      [],
      ['a.txt'],
    ])
  })
})

describe('a replaced file', () => {
  const replace = (seen: { size: number; mtimeMs: number } | null) =>
    withHeldFolder(join(base, 'inside'), (held) =>
      replaceInFolder(held, { name: 'a', draft: '.draft', bytes: 'new', mode: 0o600, seen }),
    )

  it('stays when it is not the one that was seen, and leaves no draft', async () => {
    await writeFile(join(base, 'inside/a'), 'old')
    await expect(replace(null)).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    await expect(replace({ size: 3, mtimeMs: 1 })).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect([await readFile(join(base, 'inside/a'), 'utf8'), await readdir(join(base, 'inside'))]).toEqual([
      'old',
      ['a'],
    ])
  })
})
