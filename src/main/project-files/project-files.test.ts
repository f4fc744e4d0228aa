import { writeFileSync } from 'node:fs'
import { chmod, link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SavedFile, TextFile } from '#shared/file/project-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Formatted } from '#shared/problems/formatted.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { ripgrepWith } from '../../../test/support/rigs/tool-project.ts'
import { systemClock } from '../lib/clock.ts'
import { findRipgrep } from '../tools/search/find-ripgrep.ts'
import { createProjectFiles } from './project-files.ts'

const id = 'prj_00000001' as ProjectId
const { signal } = new AbortController()

type Format = (path: string, text: string) => Formatted
const unformatted: Format = () => ({ state: 'off' })

async function open(of: Partial<Project> = {}, format = unformatted) {
  const folder = await openTempFolder('files')
  await mkdir(folder.at('project'))
  await mkdir(folder.at('home'))
  const stored = new Map<string, string>()
  const changed: ProjectId[] = []
  const project: Project = {
    id,
    path: folder.at('project'),
    name: 'project',
    lastOpenedAt: 0,
    missing: false,
    branch: null,
    trusted: true,
    carriesCode: false,
    gitMayStart: false,
    ...of,
  }
  const files = createProjectFiles({
    clock: systemClock,
    ripgrep: ripgrepWith(() =>
      findRipgrep({ platform: process.platform, environment: process.env, preferSystem: false }),
    ),
    timeLimitMs: 5_000,
    project: async () => project,
    flavour: { path, home: homedir(), appHome: folder.at('home') },
    drafts: {
      set: (key, text) => void (text === '' ? stored.delete(key) : stored.set(key, text)),
      startingWith: (start) =>
        [...stored].filter(([key]) => key.startsWith(start)).map(([key, text]) => ({ key, text })),
    },
    changed: (projectId) => changed.push(projectId),
    format: async (_, file, text) => format(file.shown, text),
  })
  const write = (file: string, content: string | Uint8Array) => folder.write(`project/${file}`, content)
  const read = (file: string) => readFile(folder.at('project', file))
  const textOf = async (file: string): Promise<TextFile> => {
    const opened = await files.open(id, file)
    if (opened.kind !== 'text') throw new Error(`${file} is no text.`)
    return opened
  }
  return { ...folder, files, write, read, textOf, changed, project }
}

it.each([
  ['LF', 'one\ntwo\nthree\n', 'one\n2\nthree\nfour\n', 'one\n2\nthree\nfour\n'],
  ['CRLF', 'one\r\ntwo\r\n', 'one\n2\nthree\n', 'one\r\n2\r\nthree\r\n'],
  [
    'mixed breaks',
    'one\r\ntwo\nthree\r\nfour',
    'one\n2\nthree\nfour\nfive',
    'one\r\n2\nthree\r\nfour\r\nfive',
  ],
  ['a lone CR', 'one\rstill one\ntwo\n', 'one\rstill one\n2\n', 'one\rstill one\n2\n'],
  ['a mark', '\ufeffone\n', '1\n', '\ufeff1\n'],
])('saves a text with %s in its own form', async (_name, before, after, expected) => {
  const { files, write, read, textOf, changed } = await open()
  await write('src/a.txt', before)
  const { sha256: base } = await textOf('src/a.txt')
  const saved = await files.save(id, { path: 'src/a.txt', text: after, base }, signal)
  expect(saved).toMatchObject({ saved: true, file: { text: after.replaceAll('\r\n', '\n') } })
  expect((await read('src/a.txt')).toString()).toBe(expected)
  expect(await textOf('src/a.txt')).toMatchObject({ sha256: saved.saved && saved.file.sha256 })
  expect(changed).toEqual([id])
})

it.each(['utf16le', 'gb18030'])(
  'keeps the encoding %s, and refuses letters it does not have',
  async (charset) => {
    const { files, write, read, textOf } = await open()
    const words = '潮汐表一天两次，随月亮涨落。港口的水位记录在这里，每六小时一行。\n'
    await write('tide.txt', iconv.encode(words.repeat(4), charset, { addBOM: charset === 'utf16le' }))
    const { sha256: base, text } = await textOf('tide.txt')
    expect(text).toBe(words.repeat(4))
    await files.save(id, { path: 'tide.txt', text: `${text}完\n`, base }, signal)
    expect(iconv.decode(await read('tide.txt'), charset)).toBe(`${words.repeat(4)}完\n`)
  },
)

it('writes nothing over a file that is not the one that was read', async () => {
  const { files, write, read, textOf } = await open()
  await write('a.txt', 'first\n')
  const { sha256: base } = await textOf('a.txt')
  await write('a.txt', 'theirs\n')
  const mine = { path: 'a.txt', text: 'mine\n', base }
  expect(await files.save(id, mine, signal)).toMatchObject({ saved: false, now: { text: 'theirs\n' } })
  expect((await read('a.txt')).toString()).toBe('theirs\n')
  expect(await files.save(id, { ...mine, base: null }, signal)).toMatchObject({ saved: false })
})

it('says when the file is gone, and makes it again only when asked', async () => {
  const { files, write, read, textOf, at } = await open()
  await write('a.txt', 'first\n')
  const { sha256: base } = await textOf('a.txt')
  await rm(at('project/a.txt'))
  expect(await files.stamps(id, ['a.txt'])).toEqual([null])
  const mine = { path: 'a.txt', text: 'mine\n', base }
  expect(await files.save(id, mine, signal)).toEqual({ saved: false, now: null })
  expect(await files.save(id, { ...mine, base: null }, signal)).toMatchObject({ saved: true })
  expect((await read('a.txt')).toString()).toBe('mine\n')
  expect(await readdir(at('project'))).toEqual(['a.txt'])
})

it('reads a project without trust and writes nothing there', async () => {
  const { files, write, read, textOf } = await open({ trusted: false, carriesCode: true })
  await write('a.txt', 'first\n')
  const { sha256: base, readOnly } = await textOf('a.txt')
  expect(readOnly).toBe('trust')
  const saving = files.save(id, { path: 'a.txt', text: 'mine\n', base }, signal)
  await expect(saving).rejects.toThrow('only in projects that you trust')
  expect((await read('a.txt')).toString()).toBe('first\n')
})

it('opens nothing outside of the project, of the app or of git for writing', async () => {
  const { files, write, textOf, at } = await open()
  await writeFile(at('secret.txt'), 'secret')
  await writeFile(at('home/orrery.db'), 'own')
  await symlink(at('secret.txt'), at('project/out.txt'))
  await symlink(at('home'), at('project/app'))
  await link(at('home/orrery.db'), at('project/linked.db'))
  await write('.git/config', '[core]\n')
  for (const file of ['../secret.txt', 'out.txt', 'app/orrery.db', at('secret.txt')])
    await expect(files.open(id, file)).rejects.toThrow(/leads out|does not exist/)
  await expect(files.open(id, 'linked.db')).rejects.toThrow('belongs to Orrery itself')
  const { sha256: base, readOnly } = await textOf('.git/config')
  expect(readOnly).toBe('guarded')
  const saving = files.save(id, { path: '.git/config', text: '', base }, signal)
  await expect(saving).rejects.toThrow('belongs to Git')
  await expect(files.save(id, { path: '../new.txt', text: 'x', base: null }, signal)).rejects.toThrow(
    'leads out',
  )
  await expect(files.fullPath(id, '../secret.txt')).rejects.toThrow('leads out')
})

it('tells text from other files, and shows the beginning of a huge one', async () => {
  const { files, write, textOf, at } = await open()
  await write('a.bin', new Uint8Array([0, 1, 2, 3, 0, 0, 7]))
  await write('huge.log', 'a line of a log\n'.repeat(100_000))
  await write('~', 'a name\n')
  expect(await files.open(id, 'a.bin')).toEqual({ kind: 'binary', path: 'a.bin', size: 7, type: null })
  const huge = await textOf('huge.log')
  expect(huge).toMatchObject({ readOnly: 'huge' })
  expect(huge.text).toHaveLength(256 * 1024)
  expect((await textOf('~')).text).toBe('a name\n')
  await expect(files.open(id, '.')).rejects.toThrow('is a folder')
  await expect(files.open(id, 'none.txt')).rejects.toThrow('does not exist any more')
  await write('shut.txt', 'x\n')
  await chmod(at('project/shut.txt'), 0o444)
  if (process.getuid?.() !== 0) expect((await textOf('shut.txt')).readOnly).toBe('permission')
})

it('finds lines literally or by pattern, without ignored files and the app’s own', async () => {
  const { files, write } = await open()
  await write('a.ts', 'const cost = (1 + 2)\nconst COST = 3\n')
  await write('b/c.ts', 'cost(1)\n')
  await write('.gitignore', 'out/\n')
  await write('out/d.ts', 'cost = (1 + 2)\n')
  const find = (words: string, isPattern: boolean, matchCase: boolean) =>
    files.find(id, { words, isPattern, matchCase }, signal)
  expect(await find('(1 + 2)', false, false)).toEqual({
    matches: [{ path: 'a.ts', line: 1, text: 'const cost = (1 + 2)' }],
    isCut: false,
    problem: null,
  })
  expect(
    (await find('^(const )?cost', true, false)).matches.map(({ path, line }) => `${path}:${line}`),
  ).toEqual(['a.ts:1', 'a.ts:2', 'b/c.ts:1'])
  expect((await find('COST', false, true)).matches).toHaveLength(1)
  expect((await find('(', true, false)).problem).not.toBeNull()
})

it('stores unsaved texts by file until they are forgotten', async () => {
  const { files } = await open()
  const kept = { base: 'a'.repeat(64), text: 'not yet' }
  files.keep(id, 'src/a.ts', kept)
  files.keep(id, 'b.ts', { base: null, text: '' })
  expect(files.kept(id)).toEqual([
    { path: 'src/a.ts', ...kept },
    { path: 'b.ts', base: null, text: '' },
  ])
  expect(files.kept('prj_00000002' as ProjectId)).toEqual([])
  files.keep(id, 'src/a.ts', null)
  expect(files.kept(id)).toEqual([{ path: 'b.ts', base: null, text: '' }])
})

it('formats a saved text as a second save, in the form of the file', async () => {
  const { files, write, read, textOf } = await open({}, (_, text) => ({
    state: 'changed',
    by: 'fmt',
    text: text.replaceAll(/[ \t]+$/gm, '').replaceAll('\n', '\r\n'),
  }))
  await write('a.txt', '\ufeffone\r\n')
  const { sha256: base } = await textOf('a.txt')
  const saved = await files.save(id, { path: 'a.txt', text: 'one  \ntwo\n', base }, signal)
  expect(saved).toMatchObject({
    saved: true,
    file: { text: 'one\ntwo\n' },
    formatting: { state: 'changed', by: 'fmt' },
  })
  expect((await read('a.txt')).toString()).toBe('\ufeffone\r\ntwo\r\n')
  const again = await files.save(id, { path: 'a.txt', text: 'one\ntwo\n', base: shaOf(saved) }, signal)
  expect(again).toMatchObject({ formatting: { state: 'same' } })
})

it('keeps a saved text where formatting fails or another program writes the file meanwhile', async () => {
  const failing = await open({}, () => {
    throw AppError.saying('other', say('format.slow', { seconds: '10' }))
  })
  await failing.write('a.txt', 'one\n')
  const { sha256: base } = await failing.textOf('a.txt')
  const saved = await failing.files.save(id, { path: 'a.txt', text: 'two\n', base }, signal)
  expect(saved).toMatchObject({
    saved: true,
    formatting: { state: 'failed', said: [{ name: 'format.slow' }] },
  })
  expect((await failing.read('a.txt')).toString()).toBe('two\n')
  const raced = await open({}, (file, text) => {
    writeFileSync(path.join(raced.at('project'), file), 'theirs\n')
    return { state: 'changed', by: 'fmt', text: `${text}!` }
  })
  await raced.write('b.txt', 'one\n')
  const before = await raced.textOf('b.txt')
  await raced.files.save(id, { path: 'b.txt', text: 'two\n', base: before.sha256 }, signal)
  expect((await raced.read('b.txt')).toString()).toBe('theirs\n')
})

const shaOf = (saved: SavedFile): string => (saved.saved ? saved.file.sha256 : '')

it('lists folders with what Git ignores, and neither Git’s own folder nor places outside', async () => {
  const { at, files } = await open()
  await mkdir(at('project/.git'), { recursive: true })
  await mkdir(at('project/out/deep'), { recursive: true })
  await mkdir(at('project/empty'))
  await mkdir(at('project/src'))
  await writeFile(at('project/.gitignore'), 'out\n*.log\n')
  for (const name of ['out/deep/a.js', 'src/b.ts', 'a10', 'a9', 'x.log'])
    await writeFile(at(`project/${name}`), '')
  await symlink(at('home'), at('project/away'))
  const [top, src, gone, away, outside] = await files.folders(
    id,
    ['.', 'src', 'nothing', 'away', '../home'],
    signal,
  )
  expect(
    top?.entries.map(({ name, kind, ignored }) => `${name} ${kind}${ignored ? ' ignored' : ''}`),
  ).toEqual([
    'empty folder',
    'out folder ignored',
    'src folder',
    '.gitignore file',
    'a9 file',
    'a10 file',
    'away link',
    'x.log file ignored',
  ])
  expect([src?.entries.map(({ name }) => name), gone, away, outside]).toEqual([['b.ts'], null, null, null])
})
