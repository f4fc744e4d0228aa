import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { givePackages, MOST_CLONED, packageWay } from './clone-packages.ts'

const { signal } = new AbortController()

describe('the way of packages into a worktree', () => {
  it.each([
    [{ clones: true, files: 10 }, 'clone'],
    [{ clones: true, files: MOST_CLONED }, 'clone'],
    [{ clones: true, files: MOST_CLONED + 1 }, 'link'],
    [{ clones: true, files: null }, 'link'],
    [{ clones: false, files: 10 }, 'link'],
  ] as const)('of %o is %s', (found, way) => {
    expect(packageWay(found)).toBe(way)
  })
})

async function packages() {
  const root = (await openTempFolder('clone')).path
  const [from, tree] = [join(root, 'project', 'node_modules'), join(root, 'tree')]
  mkdirSync(join(from, 'moon'), { recursive: true })
  mkdirSync(tree)
  writeFileSync(join(from, 'moon', 'index.js'), 'one')
  symlinkSync('../packages/app', join(from, 'app'))
  return { from, tree, to: join(tree, 'node_modules') }
}

it('clones packages that agents may then change', async () => {
  const { from, to, tree } = await packages()
  expect(await givePackages({ from, to, tree }, signal, async () => true)).toBe('clone')
  expect(lstatSync(join(to, 'moon')).isDirectory()).toBe(true)
  expect(lstatSync(join(to, 'app')).isSymbolicLink()).toBe(true)
  writeFileSync(join(to, 'moon', 'index.js'), 'two')
  expect(readFileSync(join(from, 'moon', 'index.js'), 'utf8')).toBe('one')
})

it('links packages where the file system does not clone', async () => {
  const { from, to, tree } = await packages()
  expect(await givePackages({ from, to, tree }, signal, async () => false)).toBe('link')
  expect(lstatSync(join(to, 'moon')).isSymbolicLink()).toBe(true)
})

it('leaves a package folder of the repository as it is', async () => {
  const { from, to, tree } = await packages()
  mkdirSync(to)
  await givePackages({ from, to, tree }, signal, async () => true)
  expect(existsSync(join(to, 'moon'))).toBe(false)
})
