import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const rows = readFileSync(join(ROOT, 'docs/recovery.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map((cells) => (cells.at(-2) ?? '').replace(/^`(.*)`$/, '$1'))
  .filter((name) => name !== 'test')

it('names a test for everything that can go wrong', () => {
  expect(rows.length).toBeGreaterThan(25)
  const names = new Set(['src', 'test'].flatMap(testsIn).flatMap(namesIn))
  expect(rows.filter((name) => !names.has(name))).toEqual([])
})

function testsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(ROOT, folder, file))
}

function namesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bit\(\s*(['"])(.+?)\1,/g)].map((match) => match[2] ?? '')
}
