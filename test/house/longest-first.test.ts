import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LONG_FILES } from '../support/runner/longest-first.ts'

it('names only test files that are there', () => {
  const root = join(import.meta.dirname, '..', '..')
  expect(LONG_FILES.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
