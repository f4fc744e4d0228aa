import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { DirectoryListing } from '#shared/project/directory.ts'
import { say } from '#shared/sentences.ts'
import type { Data } from '../../data/data.ts'
import { createFolderBrowser } from './folder-browser.ts'
import { rowsOf } from './folder-tree.ts'

const HOME = '/home/lin'
const DISK: Readonly<Record<string, readonly string[]>> = {
  '/': ['home'],
  '/home': ['lin'],
  [HOME]: ['code', 'locked', 'many'],
  [`${HOME}/code`]: ['ledger', 'tariff-tables'],
  [`${HOME}/code/ledger`]: [],
  [`${HOME}/code/tariff-tables`]: [],
  [`${HOME}/many`]: Array.from({ length: 1_200 }, (_, index) => `plate-${String(index).padStart(4, '0')}`),
}

/** Opens a small disk behind the browser's calls, and a clock that the test advances. */
function open(hold: (name: string) => Promise<void> = () => Promise.resolve()) {
  const calls: string[] = []
  const due: (() => void)[] = []
  const whole = (path: string) => path.replace(/^~/, HOME)
  const answers: Readonly<Record<string, (request: never) => unknown>> = {
    'directory.roots': () => [
      { name: 'lin', path: HOME },
      { name: '/', path: '/' },
    ],
    'directory.list': (request: { path: string; offset: number; limit: number }) =>
      listingOf(whole(request.path), request),
    'directory.describe': ({ path }: { path: string }) => ({
      path: whole(path),
      problem: known(whole(path))
        ? null
        : AppError.saying('project.not_found', [
            say('project.notThere', { path }),
            say('project.meant', { path: '~/code/tariff-tables' }),
          ]).toData(),
    }),
    'directory.complete': ({ text }: { text: string }) =>
      Object.entries(DISK)
        .flatMap(([path, names]) => names.map((name) => `${path}/${name}`))
        .filter((path) => path.startsWith(whole(text)) && !path.slice(whole(text).length).includes('/')),
  }
  const api: Pick<Data, 'read'> = {
    read: async (name, request) => {
      calls.push(name)
      await hold(name)
      return answers[name]?.(request as never) as never
    },
  }
  const browser = createFolderBrowser({
    api,
    home: HOME,
    homeName: 'Home',
    say: ({ message }) => `Said: ${message}`,
    after: (_ms, run) => {
      due.push(run)
      return () => due.splice(due.indexOf(run), 1)
    },
    report: (error) => {
      throw error
    },
  })
  const state = () => browser.store.getState()
  const names = () =>
    rowsOf(state().tree).map((row) => `${'  '.repeat(row.level - 1)}${row.name || row.kind}`)
  const settle = async () => {
    for (const run of due.splice(0)) run()
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve()
  }
  const cursor = () => state().tree.nodes[state().cursor ?? '']?.path
  return { browser, state, names, settle, cursor, calls }
}

function known(path: string): boolean {
  const at = path.lastIndexOf('/')
  return path in DISK || (DISK[path.slice(0, at)]?.includes(path.slice(at + 1)) ?? false)
}

function listingOf(path: string, { offset, limit }: { offset: number; limit: number }): DirectoryListing {
  if (path.endsWith('/locked')) throw AppError.quoting('project.denied', 'Permission denied.')
  const names = DISK[path] ?? []
  const parts = path === '/' ? [] : path.slice(1).split('/')
  const crumbs = parts.map((name, index) => ({ name, path: `/${parts.slice(0, index + 1).join('/')}` }))
  const entries = names.slice(offset, offset + limit).map((name) => ({
    name,
    path: `${path === '/' ? '' : path}/${name}`,
    hidden: false,
    hasChildren: name === 'locked' || (DISK[`${path}/${name}`] ?? []).length > 0,
    denied: false,
    link: false,
    modifiedAt: null,
    branch: null,
    packageName: null,
    registered: false,
  }))
  const end = offset + limit
  return {
    path,
    parent: null,
    crumbs: [{ name: '/', path: '/' }, ...crumbs],
    entries,
    total: names.length,
    nextOffset: end < names.length ? end : null,
  }
}

const idOf = (path: string) => `${HOME}\u0001${path}`

describe('the folder browser', () => {
  it('begins at home, open, with the machine under it', async () => {
    const { browser, names, cursor } = open()
    await browser.start(null)
    expect(names()).toEqual(['Home', '  code', '  locked', '  many', '/'])
    expect(cursor()).toBe(HOME)
  })

  it('reads a long folder a page at a time, and only as far as it is looked at', async () => {
    const { browser, names } = open()
    await browser.start(null)
    await browser.open(idOf(`${HOME}/many`))
    expect([names().length, names().at(-2)]).toEqual([506, '    more'])
    await browser.more(idOf(`${HOME}/many`))
    await browser.more(idOf(`${HOME}/many`))
    expect(names().length).toBe(1_205)
    expect(names()).not.toContain('    more')
  })

  it('says inside the tree why a folder cannot be read, and reads it when asked again', async () => {
    const { browser, names, state } = open()
    await browser.start(null)
    await browser.open(idOf(`${HOME}/locked`))
    expect(names()).toContain('    problem')
    expect(state().tree.nodes[idOf(`${HOME}/locked`)]?.problem?.code).toBe('project.denied')
  })

  it('follows a typed path: the tree opens down to it', async () => {
    const { browser, settle, cursor, state } = open()
    await browser.start(null)
    browser.type('~/code/ledger')
    expect(state().summary).toBeNull()
    await settle()
    expect(cursor()).toBe(`${HOME}/code/ledger`)
    expect(state().typed).toBe('~/code/ledger')
  })

  it('keeps what a quick person typed before the folders were read', async () => {
    const { browser, state, settle } = open()
    const started = browser.start(null)
    browser.type('~/code/ledger')
    await started
    await settle()
    expect([state().typed, state().summary?.path]).toEqual(['~/code/ledger', `${HOME}/code/ledger`])
  })

  it('keeps what was typed before it began', async () => {
    const { browser, state, settle } = open()
    browser.type('~/code/ledger')
    await browser.start(null)
    await settle()
    expect(state()).toMatchObject({ typed: '~/code/ledger', summary: { path: `${HOME}/code/ledger` } })
  })

  it('describes the folder that was selected last, not the one on screen', async () => {
    const { browser } = open()
    await browser.start(null)
    await browser.open(idOf(`${HOME}/code`))
    const selecting = browser.select(idOf(`${HOME}/code/ledger`))
    expect(browser.store.getState().summary?.path).toBe(HOME)
    expect(await browser.described()).toMatchObject({ path: `${HOME}/code/ledger` })
    await selecting
  })

  it('describes a typed path at once when it is opened', async () => {
    const { browser, settle, calls } = open()
    await browser.start(null)
    browser.type('~/code/ledger')
    expect(await browser.described()).toMatchObject({ path: `${HOME}/code/ledger`, problem: null })
    calls.length = 0
    await settle()
    expect(calls).toEqual([])
    browser.type('~/code/tarif-tables')
    expect(await browser.described()).toMatchObject({ problem: { code: 'project.not_found' } })
    browser.type('')
    expect(await browser.described()).toBeNull()
  })

  it('describes the folder to open also when a refresh asks about it at the same moment', async () => {
    let answer = () => {}
    let isSlow = false
    const { browser } = open((name) =>
      isSlow && name === 'directory.describe'
        ? new Promise((resolve) => {
            isSlow = false
            answer = resolve
          })
        : Promise.resolve(),
    )
    await browser.start(null)
    browser.type('~/code/ledger')
    isSlow = true
    const opened = browser.described()
    const refreshed = browser.refresh().then(() => answer())
    expect(await opened).toMatchObject({ path: `${HOME}/code/ledger`, problem: null })
    await refreshed
  })

  it('opens down to a folder that is not on the first page of its parent', async () => {
    const { browser, settle, cursor } = open()
    await browser.start(null)
    browser.type('~/many/plate-1100')
    await settle()
    expect(cursor()).toBe(`${HOME}/many/plate-1100`)
  })

  it('names a folder that may have been meant, apart from what is wrong', async () => {
    const { browser, settle, state } = open()
    await browser.start(null)
    browser.type('~/code/tarif-tables')
    await settle()
    expect([state().problem?.message, state().suggestion]).toEqual([
      'Said: Folder not found: ~/code/tarif-tables.',
      '~/code/tariff-tables',
    ])
  })

  it('completes what is certain and says so', async () => {
    const { browser, settle, state } = open()
    await browser.start(null)
    browser.type('~/code/led')
    await settle()
    expect([browser.complete(), state().typed]).toEqual([true, '~/code/ledger'])
    await settle()
    expect(browser.complete()).toBe(false)
  })

  it('forgets an answer about a path that is no longer typed', async () => {
    const { browser, settle, state } = open()
    await browser.start(null)
    browser.type('~/code/tarif-tables')
    browser.type('~/code')
    await settle()
    expect([state().problem, state().typed]).toEqual([null, '~/code'])
  })

  it('reads a folder once when two ask at the same time', async () => {
    const { browser, calls } = open()
    await browser.start(null)
    calls.length = 0
    await Promise.all([browser.open(idOf(`${HOME}/code`)), browser.open(idOf(`${HOME}/code`))])
    expect(calls).toEqual(['directory.list'])
  })
})
