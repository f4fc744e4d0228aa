import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const STORIES = join(import.meta.dirname, '..', 'e2e')

it('leaves the four looks of a screen to the suite of looks', async () => {
  const names = await readdir(STORIES)
  const texts = await Promise.all(names.map((name) => readFile(join(STORIES, name), 'utf8')))
  // A story shows a state that only it reaches in two looks; four passes of axe each would cost minutes.
  expect(names.filter((_name, index) => texts[index]?.includes('inEveryLook'))).toEqual([])
})
