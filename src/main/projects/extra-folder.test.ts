import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../lib/clock.ts'
import { createExtraFolderCheck } from './extra-folder.ts'
import { folderReader } from './folder-reader.ts'
import { type Platform, pathRules } from './paths.ts'

async function open() {
  const { path, at } = await openTempFolder('extra folders')
  const home = at('home')
  for (const name of ['home/.app/data', 'home/.ssh', 'home/project/src', 'home/shared/deep', 'keys/token']) {
    await mkdir(at(name), { recursive: true })
  }
  await symlink(at('keys'), join(home, '.kube'))
  const check = createExtraFolderCheck({
    home,
    reader: folderReader,
    clock: systemClock,
    signal: new AbortController().signal,
    rules: pathRules(process.platform as Platform),
    appHome: join(home, '.app'),
    secrets: [join(home, '.ssh'), join(home, '.kube'), join(home, '.missing/token')],
  })
  const root = join(home, 'project')
  const words = (typed: string, folders: readonly string[] = []) =>
    check(typed, { root, folders }).catch((error: Error) => error.message)
  return { path, at, home, words }
}

it('takes folders by their whole, home or relative path, without links', async () => {
  const { at, home, words } = await open()
  const shared = join(home, 'shared')
  await symlink(shared, at('link'))
  for (const typed of [shared, '~/shared', '../shared/', ` ${shared}/deep/.. `, at('link')]) {
    expect(await words(typed)).toBe(shared)
  }
  // The folder around the project may be added, and a folder twice is one.
  expect(await words(shared, [shared])).toBe(shared)
})

it('refuses data of the app, places for secrets, and every folder around them', async () => {
  const { at, path, home, words } = await open()
  for (const typed of [join(home, '.app'), join(home, '.app/data')]) {
    expect(await words(typed)).toMatch(/^~\/\.app.* holds data of Orrery itself/)
  }
  for (const typed of [home, path, '/']) expect(await words(typed)).toMatch(/holds data of Orrery itself/)
  expect(await words('~/.ssh')).toMatch(/^~\/\.ssh is a place for secrets/)
  // Where a link leads counts, and so does a place that does not exist yet.
  expect(await words(at('keys'))).toMatch(/is a place for secrets/)
  expect(await words(at('keys/token'))).toMatch(/is a place for secrets/)
  await mkdir(join(home, '.missing'))
  expect(await words('~/.missing')).toMatch(/holds ~\/\.missing\/token, a place for secrets/)
})

it('refuses what the chat has already, what is no folder, and too many', async () => {
  const { at, home, words } = await open()
  const shared = join(home, 'shared')
  expect(await words('~/project/src')).toBe('~/project/src is a part of the project already.')
  expect(await words('src')).toMatch(/part of the project/)
  expect(await words('~/shared/deep', [shared])).toBe(
    '~/shared/deep is a part of ~/shared, which this chat has already.',
  )
  await writeFile(at('file'), '')
  expect(await words(at('file'))).toMatch(/is a file/)
  expect(await words('~/nowhere')).toMatch(/not found.*Check the path: it is whole, begins with ~/)
  const many = Array.from({ length: 20 }, (_, at) => `/srv/${at}`)
  expect(await words(shared, many)).toBe('A chat takes at most 20 extra folders. Remove one first.')
})
