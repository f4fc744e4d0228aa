import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { expect, it } from 'vitest'

const WINDOW = resolve(import.meta.dirname, '../../src/renderer')

/** Files that may make calls: the client, the data layer, the stores, and the start of a window. */
const CALLERS = ['api.ts', 'open-window.tsx', 'data/', 'store/']

/** Components that may make calls, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

it('reaches main from components only by queries and commands', () => {
  const found = components().filter(({ text }) => makesCalls(text))
  expect(found.map(({ file }) => file)).toEqual(Object.keys(EXCEPTIONS))
})

it('finds a call, also over two lines, and the type of the client', () => {
  expect(makesCalls("api.call('vault.list', {})")).toBe(true)
  expect(makesCalls("api\n  .call('vault.list', {})")).toBe(true)
  expect(makesCalls("import { type Api, problemOf } from '../api.ts'")).toBe(true)
  expect(makesCalls("api.command('vault.copy', { name })")).toBe(false)
})

/** Whether a component makes calls, or could because it holds the client. */
function makesCalls(text: string): boolean {
  return /\bapi\s*\.call\(/.test(text) || /\bApi\b[^\n]*from '[^']*\/api\.ts'/.test(text)
}

function components(): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(WINDOW, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !CALLERS.some((caller) => file.startsWith(caller)))
    .map((file) => ({ file, text: readFileSync(join(WINDOW, file), 'utf8') }))
}
