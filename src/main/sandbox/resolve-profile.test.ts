import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { placesFor } from './profile.ts'
import { preparePlaces } from './resolve-profile.ts'

/** A home folder with packages of go, and a project. */
async function openPlaces() {
  const { at } = await openTempFolder('places')
  await mkdir(at('home/go/pkg'), { recursive: true })
  await mkdir(at('project'))
  const [root, home] = [at('project'), at('home')]
  const input = {
    root,
    folders: [],
    home,
    appHome: at('home/.orrery'),
    settings: {},
    standing: [],
    named: [],
  }
  const git = { pinned: [], readOnly: [], settings: [] }
  const places = placesFor(input)
  const pinnedWith = async (placed: readonly string[]) =>
    (await preparePlaces({ root, home, places: { ...places, placed }, git, sockets: [], programs: [] }))
      .pinned
  return { at, pinnedWith }
}

it.skipIf(process.platform === 'win32')(
  'folders around a private cache are there and held before a command',
  async () => {
    const { at, pinnedWith } = await openPlaces()
    expect(await pinnedWith([])).toEqual(
      expect.arrayContaining([at('home/go/pkg/mod'), at('home/go/pkg/mod/cache/download/golang.org')]),
    )
    expect(existsSync(at('home/go/pkg/mod/cache/download/golang.org/toolchain'))).toBe(true)
    expect(existsSync(at('home/.npm'))).toBe(false)
  },
)

it.skipIf(process.platform === 'win32')(
  'folders around a private cache are held however many a project has',
  async () => {
    const { at, pinnedWith } = await openPlaces()
    const placed = Array.from({ length: 320 }, (_none, index) => at(`project/${index}/x`))
    for (const path of placed) await mkdir(path, { recursive: true })
    const pinned = await pinnedWith(placed)
    expect([pinned.length, pinned.includes(at('home/go/pkg/mod'))]).toEqual([300, true])
  },
)
