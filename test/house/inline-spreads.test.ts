import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['src', 'scripts', 'bench', 'test']
const CODE = /\.(?:tsx?|mjs)$/
/** A spread of an object that is written down in the same place. */
const INLINE_SPREAD = /\.\.\.\{/

it('writes properties one by one, not in an inline spread', () => {
  const packed = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => CODE.test(file) && !file.endsWith('inline-spreads.test.ts'))
      .map((file) => join(folder, file)),
  ).filter((file) => INLINE_SPREAD.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(packed).toEqual([])
})
