import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createCompiledCode, createRequireCompiled } from './compiled-code.ts'

const root = mkdtempSync(join(tmpdir(), 'orrery-compiled-'))
const folder = join(root, 'kept')
const main = join(root, 'main.cjs')
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs one start. Returns the module's result and the number of recompiled modules. */
async function start(files: Readonly<Record<string, string>> = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const waiting: (() => Promise<void>)[] = []
  const compiled = createCompiledCode({ folder, later: (act) => waiting.push(act) })
  const given = createRequireCompiled(compiled, (id) => ({ outside: id }))(main)
  for (const act of waiting) await act()
  return { given: { ...given } as Readonly<Record<string, unknown>>, compiled: waiting.length }
}

const MAIN = `const { name } = require('./chunk.cjs')
exports.hello = () => 'hello ' + name
exports.outside = require('electron').outside
exports.said = exports.hello()`

it('compiles at the first start only, whatever a module requires', async () => {
  const first = await start({ 'main.cjs': MAIN, 'chunk.cjs': "exports.name = '中文'" })
  expect([first.given['said'], first.given['outside'], first.compiled]).toEqual(['hello 中文', 'electron', 2])
  const second = await start()
  expect([second.given['said'], second.compiled]).toEqual(['hello 中文', 0])
})

it('compiles anew what was changed, by us or by somebody else', async () => {
  await start({ 'main.cjs': 'exports.said = 1' })
  expect((await start({ 'main.cjs': 'exports.said = 2' })).given['said']).toBe(2)
  const file = join(folder, 'main.cjs.bin')
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.subarray(0, bytes.length / 2))
  expect(await start({ 'main.cjs': 'exports.said = 2' })).toEqual({ given: { said: 2 }, compiled: 1 })
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect(await start({ 'main.cjs': 'exports.said = 2' })).toEqual({ given: { said: 2 }, compiled: 1 })
})

it('keeps every module of a start though all are written at the same moment', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `chunk${at}.cjs`)
  // The others have long been written while the large one still is.
  for (const [at, name] of names.entries()) {
    writeFileSync(join(root, name), `exports.said = '${'x'.repeat(at === 0 ? 8_000_000 : 10)}'`)
  }
  writeFileSync(main, names.map((name) => `require('./${name}')`).join('\n'))
  const waiting: (() => Promise<void>)[] = []
  const compiled = createCompiledCode({ folder, later: (act) => waiting.push(act) })
  createRequireCompiled(compiled, () => null)(main)
  await Promise.all(waiting.map((act) => act()))
  expect(readdirSync(folder).toSorted()).toEqual(
    ['main.cjs', ...names].map((name) => `${name}.bin`).toSorted(),
  )
})

it('lets go of what no start uses any more', async () => {
  await start({ 'main.cjs': MAIN, 'chunk.cjs': "exports.name = 'a'" })
  await start({ 'main.cjs': 'exports.said = 1' })
  expect(readdirSync(folder)).toEqual(['main.cjs.bin'])
})

it('runs a module where nothing can be kept', async () => {
  writeFileSync(main, 'exports.said = 1')
  const compiled = createCompiledCode({ folder: join(main, 'no folder'), later: (act) => act() })
  expect(createRequireCompiled(compiled, () => null)(main)).toEqual({ said: 1 })
})
