import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '../..')
const Package = z.object({ scripts: z.record(z.string(), z.string()) })
const { scripts } = Package.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

const DOCS = [
  'README.md',
  'README.zh-CN.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'AGENTS.md',
  ...markdownIn('docs'),
].filter((file) => existsSync(join(ROOT, file)))

/** Folders that only exist once something has run, or on a person's own machine. */
const MADE = /^(out|node_modules|dist|data|\.git)(\/|$)|^\.orrery/
/** Where the documents count paths from: the repository, and for rooms `src/` or `src/main/`. */
const BASES = [ROOT, join(ROOT, 'src'), join(ROOT, 'src/main')]
/** What begins like a path of this repository. Other words with a slash are prose. */
const TOPS = new Set(BASES.flatMap((base) => readdirSync(base)))

/** The names of all code files, without their folders. */
const CODE = ['src', 'test', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => basename(file)),
)

describe.each(DOCS)('%s', (doc) => {
  const text = readFileSync(join(ROOT, doc), 'utf8')

  it('names only files that are there', () => {
    expect(namedFiles(text).filter((name) => !isThere(doc, name))).toEqual([])
  })

  it('names only code files that are there', () => {
    expect(bareFiles(text).filter((name) => !CODE.some((file) => matches(name, file)))).toEqual([])
  })

  it('links only to files that are there', () => {
    expect(linksIn(text).filter((link) => !existsSync(join(ROOT, dirname(doc), link)))).toEqual([])
  })

  it('names only scripts that are there', () => {
    const named = [...text.matchAll(/\bnpm run (?:-s |--silent )?([a-z][a-z0-9:-]*)/g)].map(
      (match) => match[1] ?? '',
    )
    const short = [...text.matchAll(/\bnpm (start|test)\b/g)].map((match) => match[1] ?? '')
    expect([...named, ...short].filter((script) => !Object.hasOwn(scripts, script))).toEqual([])
  })
})

it('the README stays short, and the changelog is a list of features', () => {
  for (const name of ['README.md', 'README.zh-CN.md'])
    expect(readFileSync(join(ROOT, name)).byteLength).toBeLessThanOrEqual(7_000)
  const release = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('## [0.1.0]')[1] ?? ''
  expect(release.split('\n').length).toBeLessThanOrEqual(80)
})

it('there is a README, an overview and a guide for contributors', () => {
  expect(DOCS).toEqual(expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']))
})

it('the overview lists every room of the main process', () => {
  const rooms = readdirSync(join(ROOT, 'src/main'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  const overview = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('## Rooms')[1] ?? ''
  const cells = [...overview.matchAll(/^\| (`[^|]+)\|/gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) =>
    [...cell.matchAll(/`(?:src\/main\/)?([\w-]+)`/g)].map((match) => match[1]),
  )
  expect(rooms.filter((room) => !listed.includes(room))).toEqual([])
})

it('the index of decisions lists every record once, and each record has its own number as heading', () => {
  const read = (file: string) => readFileSync(join(ROOT, 'docs/decisions', file), 'utf8')
  const records = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((file) => file !== 'README.md')
    .sort()
  const numbers = records.map((file) => file.slice(0, 4))
  expect(new Set(numbers).size).toBe(records.length)
  expect(records.map((file) => /^# (\d{4}) /.exec(read(file))?.[1])).toEqual(numbers)
  const listed = [...read('README.md').matchAll(/^\| \[(\d{4})\]\((\S+\.md)\)/gm)]
  expect(listed.map(([, number, file]) => [number, file])).toEqual(
    records.map((file) => [file.slice(0, 4), file]),
  )
})

/** Paths in code style, outside of blocks of code. */
function namedFiles(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map((match) => (match[1] ?? '').replace(/[#:]\S*$/, '').replace(/\/$/, ''))
    .filter((name) => /^[\w.@-]+(\/[\w.@*<>-]+)+$/.test(name) && !/[*<>]/.test(name) && !/NNNN/.test(name))
    .filter((name) => !MADE.test(name))
    .filter((name) => TOPS.has(name.split('/')[0] ?? ''))
}

/** Names of code files without a folder, and patterns of them, in code style. */
function bareFiles(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([\w*-][\w.*-]*\.(?:tsx?|cjs))`/g)].map((match) => match[1] ?? '')
}

/** Whether a file has this name, where `*` stands for any letters. */
function matches(name: string, file: string): boolean {
  const pattern = name.replaceAll('.', '\\.').replaceAll('*', '.*')
  return new RegExp(`^${pattern}$`).test(file)
}

function isThere(doc: string, name: string): boolean {
  return [...BASES, join(ROOT, dirname(doc))].some((base) => existsSync(join(base, name)))
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)|<img [^>]*src="([^"]+)"/g)]
    .map((match) => (match[1] ?? match[2] ?? '').replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/i.test(link))
}

function markdownIn(folder: string): string[] {
  const whole = join(ROOT, folder)
  if (!existsSync(whole)) return []
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
