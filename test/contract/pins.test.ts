import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CONTRACT } from '#shared/ipc/contract.ts'

/** The calls a window can make, one name a line, in order. A new call adds a line. */
const CALLS = readFileSync(join(import.meta.dirname, 'calls.txt'), 'utf8')
  .trimEnd()
  .split('\n')

it('has exactly the calls of calls.txt', () => {
  expect(Object.keys(CONTRACT).sort()).toEqual(CALLS)
})
