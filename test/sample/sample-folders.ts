import { AppError } from '#shared/errors.ts'
import type { DirectoryEntry, DirectoryListing, DirectorySummary } from '#shared/project/directory.ts'
import { say } from '#shared/sentences.ts'

const HOME = '/home/lin'
const HOUR = 3_600_000

type Folder = {
  readonly path: string
  readonly age: number
  readonly more?: Partial<DirectoryEntry>
}

const FOLDERS: readonly Folder[] = [
  { path: '/home', age: 900 * HOUR },
  { path: '/mnt', age: 4_000 * HOUR },
  { path: HOME, age: HOUR },
  { path: `${HOME}/.config`, age: HOUR, more: { hidden: true } },
  { path: `${HOME}/code`, age: 0.09 * HOUR },
  { path: `${HOME}/code/atlas-web`, age: 50 * HOUR, more: { branch: 'main', packageName: 'atlas-web' } },
  { path: `${HOME}/code/ledger`, age: 0.09 * HOUR, more: { branch: 'fix/vat-rounding', registered: true } },
  { path: `${HOME}/code/orbit-sim`, age: 0.2 * HOUR, more: { branch: 'main', registered: true } },
  { path: `${HOME}/code/tariff-tables`, age: HOUR, more: { branch: 'main' } },
  { path: `${HOME}/code/tariff-tables/data`, age: HOUR },
  { path: `${HOME}/code/tariff-tables/data/2019`, age: HOUR },
  { path: `${HOME}/code/tariff-tables/scripts`, age: 80 * HOUR },
  { path: `${HOME}/code/tariff-tables/src`, age: HOUR },
  { path: `${HOME}/code/tariff-tables/src/读取`, age: HOUR },
  { path: `${HOME}/code/visual-notes`, age: 600 * HOUR, more: { link: true } },
  { path: `${HOME}/Documents`, age: 30 * HOUR },
  { path: `${HOME}/Documents/letters`, age: 30 * HOUR },
  { path: `${HOME}/Downloads`, age: 4 * HOUR },
  { path: `${HOME}/research`, age: 400 * HOUR },
  { path: `${HOME}/research/papers`, age: 400 * HOUR },
  { path: `${HOME}/specimens`, age: 700 * HOUR },
  { path: `${HOME}/team-share`, age: 700 * HOUR, more: { denied: true, hasChildren: null } },
  ...Array.from({ length: 10_000 }, (_, index) => ({
    path: `${HOME}/specimens/plate-${String(index + 1).padStart(5, '0')}`,
    age: 700 * HOUR,
  })),
]

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const whole = (typed: string) => typed.replace(/^~/, HOME).replace(/(.)\/+$/, '$1')
const withTilde = (path: string) => (path.startsWith(HOME) ? `~${path.slice(HOME.length)}` : path)

/** A small disk: folders with repositories, a folder that is denied, one with 10,000 folders inside. */
export function createSampleFolders(now: number) {
  const inside = new Map<string, DirectoryEntry[]>()
  for (const folder of FOLDERS) {
    const parent = parentOf(folder.path)
    inside.set(parent, [...(inside.get(parent) ?? []).slice(0), entryOf(folder, now)])
    if (parent === `${HOME}/specimens`) break
  }
  inside.set(
    `${HOME}/specimens`,
    FOLDERS.filter((folder) => parentOf(folder.path) === `${HOME}/specimens`).map((folder) =>
      entryOf(folder, now),
    ),
  )
  const known = new Set(['/', ...FOLDERS.map((folder) => folder.path)])
  const find = (path: string) => FOLDERS.find((folder) => folder.path === path)

  function list(request: {
    path: string
    showHidden: boolean
    offset: number
    limit: number
  }): DirectoryListing {
    const path = whole(request.path)
    if (find(path)?.more?.denied) {
      throw AppError.saying('project.denied', say('project.denied', { path: shown(path) }))
    }
    if (!known.has(path)) throw notThere(path)
    const all = (inside.get(path) ?? []).filter((entry) => request.showHidden || !entry.hidden)
    const end = request.offset + request.limit
    const names = path === '/' ? [] : path.slice(1).split('/')
    const crumbs = [{ name: '/', path: '/' }]
    for (const [index, name] of names.entries()) {
      crumbs.push({ name, path: `/${names.slice(0, index + 1).join('/')}` })
    }
    return {
      path,
      parent: path === '/' ? null : parentOf(path),
      crumbs,
      entries: all.slice(request.offset, end),
      total: all.length,
      nextOffset: end < all.length ? end : null,
    }
  }

  function describe({ path: typed }: { path: string }): DirectorySummary {
    const path = whole(typed)
    const folder = find(path)
    const problem = problemAt(path, known, folder)
    const carries = nameOf(path) === 'tariff-tables'
    return {
      path,
      displayPath: withTilde(path),
      name: nameOf(path) || '/',
      branch: folder?.more?.branch ?? null,
      changedFiles: folder?.more?.branch ? 2 : null,
      packageName: folder?.more?.packageName ?? null,
      hasAgentsFile: carries,
      workflows: carries ? 2 : 0,
      agents: carries ? 1 : 0,
      registered: folder?.more?.registered ?? false,
      problem,
    }
  }

  function complete({ text }: { text: string }): readonly string[] {
    const typed = text.replace(/^~/, HOME)
    return FOLDERS.map((folder) => folder.path)
      .filter((path) => path.startsWith(typed) && parentOf(path) === (parentOf(typed) || '/'))
      .slice(0, 50)
  }

  return {
    home: HOME,
    list,
    describe,
    complete,
    roots: () => [
      { name: 'lin', path: HOME },
      { name: '/', path: '/' },
    ],
  }
}

function problemAt(path: string, known: ReadonlySet<string>, folder: Folder | undefined) {
  if (path.endsWith('.txt')) {
    return AppError.saying('project.not_directory', say('project.file', { path: shown(path) })).toData()
  }
  if (!known.has(path)) return notThere(path).toData()
  if (folder?.more?.denied) {
    return AppError.saying('project.denied', say('project.denied', { path: shown(path) })).toData()
  }
  return null
}

function notThere(path: string): AppError {
  const meant = path.includes('tarif-')
    ? [say('project.meant', { path: shown(path).replace('tarif-', 'tariff-') })]
    : []
  return AppError.saying('project.not_found', [say('project.notThere', { path: shown(path) }), ...meant])
}

const shown = (path: string) => path.replace(HOME, '~')

function entryOf({ path, age, more }: Folder, now: number): DirectoryEntry {
  return {
    name: nameOf(path),
    path,
    hidden: false,
    hasChildren: FOLDERS.slice(0, 23).some((folder) => parentOf(folder.path) === path),
    denied: false,
    link: false,
    modifiedAt: now - age,
    branch: null,
    packageName: null,
    registered: false,
    ...more,
  }
}
