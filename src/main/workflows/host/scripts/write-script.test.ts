import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../../../test/support/disk/temp-folder.ts'
import { writeScript } from './write-script.ts'

const script = (name: string, returns = 1) =>
  `export const meta = { name: '${name}', description: 'Does ${name}.' }\nreturn ${returns}\n`

async function open() {
  const { at, write } = await openTempFolder('scripts')
  await mkdir(at('project'))
  const place = { root: at('project'), folder: at('project', '.orrery', 'workflows') }
  return {
    at,
    write,
    place,
    read: (name: string) => readFile(at('project', '.orrery', 'workflows', name), 'utf8'),
    names: () => readdir(place.folder),
  }
}

it('writes a new script under the name it gives itself, with the folders on the way', async () => {
  const { place, read } = await open()
  expect(await writeScript(place, { script: script('mine'), before: null })).toBe('mine')
  expect(await read('mine.js')).toBe(script('mine'))
})

it('replaces a script in the file that holds it, whatever that is called', async () => {
  const { place, write, read, names } = await open()
  await write('project/.orrery/workflows/old-name.mjs', script('mine'))
  await writeScript(place, { script: script('mine', 2), before: script('mine') })
  expect(await read('old-name.mjs')).toBe(script('mine', 2))
  expect(await names()).toEqual(['old-name.mjs'])
})

it.each([
  ['a new script', null, 'There is a script named mine there already. Nothing was written.'],
  ['one that was read before it changed', script('mine', 7), 'has changed on the disk since it was read.'],
])('writes nothing over a script it was not meant to replace: %s', async (_what, before, words) => {
  const { place, write, read } = await open()
  await write('project/.orrery/workflows/mine.js', script('mine', 3))
  await expect(writeScript(place, { script: script('mine', 4), before })).rejects.toThrow(words)
  expect(await read('mine.js')).toBe(script('mine', 3))
})

it('says that a script it was to replace is gone', async () => {
  const { place } = await open()
  await expect(writeScript(place, { script: script('mine'), before: script('mine') })).rejects.toThrow(
    'has changed on the disk',
  )
})

it('writes no script that could not be started', async () => {
  const { place } = await open()
  await expect(writeScript(place, { script: 'return 1', before: null })).rejects.toThrow('meta')
  await expect(readdir(place.folder)).rejects.toThrow('ENOENT')
})

it('follows neither a file nor a folder that leads out of the project', async () => {
  const { place, at, write } = await open()
  await write('elsewhere/theirs.js', script('theirs'))
  await mkdir(place.folder, { recursive: true })
  await symlink(at('elsewhere', 'theirs.js'), at('project', '.orrery', 'workflows', 'mine.js'))
  await expect(writeScript(place, { script: script('mine'), before: null })).rejects.toThrow(
    'There is something at mine.js that cannot be read as a script.',
  )
  await mkdir(at('other'))
  await symlink(at('elsewhere'), at('other', 'workflows'))
  const out = { root: at('other'), folder: at('other', 'workflows') }
  await expect(writeScript(out, { script: script('mine'), before: null })).rejects.toThrow(
    'leads to another place',
  )
  expect(await readdir(at('elsewhere'))).toEqual(['theirs.js'])
  expect(await readFile(at('elsewhere', 'theirs.js'), 'utf8')).toBe(script('theirs'))
})
