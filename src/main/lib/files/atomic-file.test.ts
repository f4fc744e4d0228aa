import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileAtomic } from './atomic-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery 原子-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('writeFileAtomic', () => {
  it('writes a new file that only its owner may read, and leaves nothing else behind', async () => {
    const path = join(folder, 'a.json')
    await writeFileAtomic(path, 'one')
    expect(await readFile(path, 'utf8')).toBe('one')
    expect(await readdir(folder)).toEqual(['a.json'])
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it.skipIf(process.platform === 'win32')('keeps the permissions of a file it replaces', async () => {
    const path = join(folder, 'a.json')
    await writeFile(path, 'old')
    await chmod(path, 0o644)
    await writeFileAtomic(path, 'new')
    expect((await stat(path)).mode & 0o777).toBe(0o644)
    await writeFileAtomic(path, 'newer', { mode: 0o600 })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it.skipIf(process.platform === 'win32')('writes through a link and leaves the link in place', async () => {
    await mkdir(join(folder, 'dotfiles'))
    await writeFile(join(folder, 'dotfiles/real.toml'), 'old')
    await symlink(join(folder, 'dotfiles/real.toml'), join(folder, 'config.toml'))
    await writeFileAtomic(join(folder, 'config.toml'), 'new')
    expect((await lstat(join(folder, 'config.toml'))).isSymbolicLink()).toBe(true)
    expect(await readFile(join(folder, 'dotfiles/real.toml'), 'utf8')).toBe('new')
  })

  it('leaves the old file and no draft when it fails', async () => {
    const path = join(folder, 'is-a-folder')
    await mkdir(join(path, 'inside'), { recursive: true })
    await expect(writeFileAtomic(path, 'text')).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['is-a-folder'])
  })

  it('never shows a reader a part when many write at once', async () => {
    const path = join(folder, 'a.txt')
    const texts = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(50_000))
    await Promise.all(texts.map((text) => writeFileAtomic(path, text)))
    expect(texts).toContain(await readFile(path, 'utf8'))
    expect(await readdir(folder)).toEqual(['a.txt'])
  })
})
