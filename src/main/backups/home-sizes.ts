import { statfs } from 'node:fs/promises'
import { join, sep } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { HOME_PARTS, type HomePart, type HomeSizes } from '#shared/home/home-data.ts'
import type { HomePaths } from '../config/paths.ts'
import { listTree } from './copy-tree.ts'

/** Tables of the database by the part that their names begin with. */
const TABLES: readonly (readonly [RegExp, HomePart])[] = [
  [/^(memory|knowledge)_/, 'memory'],
  [/^(events|sessions?|contexts|runs?|run_checkpoints|interactions|queue_items|drafts|blob)/, 'chats'],
  [/^(workflow|team|model_requests)/, 'chats'],
  [/^(file_|change_|discarded_)/, 'files'],
]

/**
 * Measures a home by part, in bytes. It reads every page of the database, so it belongs into a thread. A file that goes
 * meanwhile is left out. Throws the reason of the signal.
 */
export async function measureHome(paths: HomePaths, signal: AbortSignal): Promise<HomeSizes> {
  const sums = new Map<HomePart, number>(HOME_PARTS.map((part) => [part, 0]))
  const add = (part: HomePart, bytes: number) => sums.set(part, (sums.get(part) ?? 0) + bytes)
  const partOf = partFinder(paths)
  let ofDatabase = 0
  for (const { from, bytes } of await listTree(paths.home, paths.home, { follow: true, signal })) {
    if (from.startsWith(paths.database)) ofDatabase += bytes
    else add(partOf(from), bytes)
  }
  for (const [table, bytes] of tablesOf(paths.database)) {
    const part = TABLES.find(([name]) => name.test(table))?.[1] ?? 'database'
    const taken = Math.min(bytes, ofDatabase)
    ofDatabase -= taken
    add(part, taken)
  }
  // Free pages, and the log beside the file.
  add('database', ofDatabase)
  const disk = await statfs(paths.home).catch(() => null)
  return {
    home: paths.home,
    parts: HOME_PARTS.map((part) => ({ part, bytes: sums.get(part) ?? 0 })),
    free: disk === null ? null : disk.bavail * disk.bsize,
  }
}

/** Returns the sizes of tables with their indices, in bytes; nothing for a file that SQLite cannot read. */
function tablesOf(file: string): readonly (readonly [string, number])[] {
  try {
    const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 5_000 })
    try {
      const rows = db
        .prepare<[], { name: string; bytes: number }>(
          `SELECT coalesce(m.tbl_name, s.name) AS name, sum(s.pgsize) AS bytes
           FROM dbstat AS s LEFT JOIN sqlite_master AS m ON m.name = s.name GROUP BY 1`,
        )
        .all()
      return rows.map(({ name, bytes }) => [name, bytes])
    } finally {
      db.close()
    }
  } catch {
    return []
  }
}

function partFinder(paths: HomePaths): (path: string) => HomePart {
  const places: readonly (readonly [HomePart, readonly string[]])[] = [
    ['search', [paths.index]],
    ['files', [paths.blobs, paths.drafts]],
    ['worktrees', [paths.taskWorktrees]],
    ['programs', [paths.jobs, paths.scratch]],
    [
      'extensions',
      [
        paths.agents,
        paths.skills,
        paths.commands,
        paths.tools,
        paths.hooks,
        paths.styles,
        paths.workflows,
        paths.plugins,
        paths.pluginData,
        paths.pluginDrafts,
        paths.bundles,
      ],
    ],
    ['backups', [paths.backups, paths.replaced, paths.restore]],
    ['logs', [paths.logs]],
    // Electron keeps its caches and the compiled code of the app beside the browser.
    [
      'caches',
      [join(paths.data, 'electron'), paths.browser, paths.temp, paths.caches, paths.marks, paths.looks],
    ],
  ]
  const known = places.flatMap(([part, folders]) => folders.map((folder) => [part, folder] as const))
  return (path) =>
    known.find(
      ([part, folder]) =>
        path === folder || path.startsWith(folder + sep) || (part === 'search' && path.startsWith(folder)),
    )?.[0] ?? 'other'
}
