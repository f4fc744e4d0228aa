import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { CheckpointScope, FileId, FilePreview, LineCount } from '#shared/checkpoint/checkpoint.ts'
import type { CallId, EventId, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import { createCheckpoints } from '../../../src/main/checkpoints/checkpoints.ts'
import { createReadGit } from '../../../src/main/checkpoints/commands/git-copies.ts'
import type { FilesIn } from '../../../src/main/checkpoints/commands/scan-files.ts'
import { createStoredScans } from '../../../src/main/checkpoints/commands/stored-scans.ts'
import type { WatchLimits } from '../../../src/main/checkpoints/commands/watch-command.ts'
import { createContentStore } from '../../../src/main/checkpoints/content-store.ts'
import { createDisk, type Disk } from '../../../src/main/checkpoints/disk.ts'
import type { EventPlace } from '../../../src/main/checkpoints/file-group.ts'
import type { Rebuilt } from '../../../src/main/checkpoints/inspect-file.ts'
import { createLimit } from '../../../src/main/checkpoints/limit.ts'
import { createPathLock } from '../../../src/main/checkpoints/path-lock.ts'
import { createReachRows } from '../../../src/main/checkpoints/reach-rows.ts'
import {
  createContentRows,
  createVersionRows,
  type Reach,
  type VersionRows,
} from '../../../src/main/checkpoints/rows.ts'
import type { BegunRestore } from '../../../src/main/checkpoints/touched-files.ts'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import { pathKey } from '../../../src/main/lib/files/path-key.ts'
import { type Logger, silentLogger } from '../../../src/main/lib/logger.ts'
import { realGit } from '../disk/real-git.ts'

type Options = {
  readonly maxBytes?: number
  readonly maxFileBytes?: number
  readonly logger?: Logger
  /** Stands between the room and the disk, the tables and the store, to fail or to stop where a test says so. */
  readonly disk?: (disk: Disk) => Disk
  readonly rows?: (rows: VersionRows) => VersionRows
  readonly begun?: BegunRestore
  /** Files and folders nobody watches while a command runs. */
  readonly ignored?: readonly string[]
  readonly watching?: WatchLimits
  readonly rebuilt?: Rebuilt
  readonly write?: (file: string, bytes: Uint8Array) => Promise<void>
}

/** Limits no test comes near to. Time is a count of looks at it. */
export const WATCHING: WatchLimits = {
  before: { files: 1_000, ms: 20_000 },
  after: { files: 1_000, ms: 20_000 },
  again: { files: 1_000, ms: 20_000 },
  copies: { fileBytes: 1_000, bytes: 10_000, files: 100, ms: 1_000_000 },
  listed: { files: 100, ms: 1_000_000 },
}

export const SESSION = 'ses_00000001' as SessionId
export const PROJECT = 'prj_00000001' as ProjectId
export const RUN = 'run_00000001' as RunId
const WHOLE: CheckpointScope = { of: 'session' }

/** A folder with files, and copies of them kept in a real database and real files. All is gone when the test ends. */
export async function openCheckpointRig(options: Options = {}) {
  const parent = await realpath(await mkdtemp(path.join(tmpdir(), 'orrery copies 副本 ')))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const db = openDatabase({ file: ':memory:', backups: parent, now: () => 0, logger: silentLogger })
  onTestFinished(() => void db.close())
  const root = path.join(parent, 'project')
  const store = path.join(parent, 'blobs', 'files')
  await mkdir(root)
  return rigOn({ parent, root, store, db }, options)
}

type Home = {
  readonly parent: string
  readonly root: string
  readonly store: string
  readonly db: Database
}

function rigOn(home: Home, options: Options) {
  const { root, store, db } = home
  const places = new Map<EventId, EventPlace>()
  const changes: (ProjectId | null)[] = []
  let time = 0
  const now = () => ++time
  const logger = options.logger ?? silentLogger
  const contentRows = createContentRows(db)
  const plainRows = createVersionRows(db, contentRows)
  const rows = options.rows?.(plainRows) ?? plainRows
  const contents = createContentStore({
    folder: store,
    rows: contentRows,
    now,
    logger,
    ...(options.write === undefined ? {} : { write: options.write }),
  })
  const limit = createLimit({
    rows: { ...plainRows, content: contentRows.content },
    drop: contents.drop,
    maxBytes: options.maxBytes ?? 2 ** 31,
  })
  const plainDisk = createDisk({ platform: process.platform, limit: options.maxFileBytes ?? 50 * 2 ** 20 })
  const disk = options.disk?.(plainDisk) ?? plainDisk
  const checkpoints = createCheckpoints({
    contents,
    rows,
    limit,
    now,
    logger,
    disk,
    lock: createPathLock(),
    keyOf: (file) => pathKey(file, process.platform),
    placeOf: (_session, eventId) => places.get(eventId) ?? null,
    shown: (_session, file) => ({ path: path.relative(root, file), outside: false }),
    changed: (projectId) => void changes.push(projectId),
    looks: createStoredScans({ folder: path.join(home.parent, 'looks'), logger }),
    runsOf: (runIds) => runIds.map((runId) => ({ runId, eventId: null, at: 0, text: '' })),
    begunIn: () => options.begun ?? null,
    rebuilt: options.rebuilt ?? (() => []),
    reach: createReachRows(db),
    elapsed: now,
    readGit: createReadGit(realGit(home.parent)),
    filesIn: filesUnder(options.ignored ?? []),
    watching: options.watching ?? WATCHING,
    diffOf: (shown, before, after) => ({
      path: shown,
      added: after.length,
      removed: before.length,
      hunks: [],
      cut: true,
    }),
  })
  const at = (name: string) => path.join(root, name)
  const person = personIn(at)
  const asking = { sessionId: SESSION, scope: WHOLE }

  /** An agent's change, as the edit and write tools make one. */
  const agent = async (
    name: string,
    content: string | Uint8Array,
    who: Partial<Who> = {},
    lines: LineCount | null = null,
  ) => {
    const bytes = Buffer.from(content)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const draft = path.join(path.dirname(at(name)), '.orrery-0123456789ab.tmp')
    const done = await checkpoints.beforeChange(
      changing(who),
      { path: at(name), sha256, size: bytes.length, draft, ...(lines === null ? {} : { lines }) },
      soon(),
    )
    try {
      await disk.makeFolder(path.dirname(at(name)))
      await disk.writeDraft(draft, bytes, await modeOf(at(name)))
      await disk.putInPlace(draft, at(name))
    } finally {
      await done()
    }
  }

  /** A command that does what it is given. Where it does not end, the app is gone before. */
  const command = async (
    act: () => Promise<unknown>,
    { ends = true, ...who }: Partial<Who> & { readonly ends?: boolean } = {},
  ) => {
    const finish = await checkpoints.beforeCommand(root, () => changing(who), soon())
    await act()
    return ends ? finish() : null
  }

  const preview = async (scope = WHOLE, direction: 'undo' | 'redo' = 'undo') =>
    (await checkpoints.preview(direction, { ...asking, scope }, soon())).files
  /** What preview says, in short. */
  const outlook = async (scope = WHOLE, direction: 'undo' | 'redo' = 'undo') =>
    Object.fromEntries((await preview(scope, direction)).map((file) => [file.path, wordFor(file)]))
  const restore =
    (direction: 'undo' | 'redo') =>
    async (scope = WHOLE, force: readonly string[] = []) => {
      const chosen = (await preview(scope, direction)).filter((file) => force.includes(file.path))
      const asked = { ...asking, scope, force: chosen.map(({ file, seen }) => ({ file, seen })) }
      const { files } = await checkpoints[direction](asked, soon())
      return Object.fromEntries(files.map((file) => [file.path, wordFor(file)]))
    }

  return {
    ...home,
    ...person,
    checkpoints,
    rows: plainRows,
    contentRows,
    contents,
    places,
    at,
    agent,
    command,
    preview,
    outlook,
    limit,
    changes,
    undo: restore('undo'),
    redo: restore('redo'),
    fileId: async (name: string): Promise<FileId> => {
      const { files } = await checkpoints.files(SESSION, soon())
      const file = files.find((each) => each.path === name)?.file
      if (file === undefined) throw new Error(`${name} has not been touched.`)
      return file
    },
    /** The files in the store, with the shelf they lie on. */
    stored: async (): Promise<readonly string[]> => {
      const shelves = await readdir(home.store)
      const files = shelves.map(async (shelf) => {
        const names = await readdir(path.join(home.store, shelf))
        return names.map((name) => `${shelf}/${name}`)
      })
      return (await Promise.all(files)).flat()
    },
    /** The app after it was started again, on what the last one left. */
    again: (next: Options = {}) => rigOn(home, next),
  }
}
export type CheckpointRig = Awaited<ReturnType<typeof openCheckpointRig>>

/** Every file of a folder, but for what is ignored. */
function filesUnder(ignored: readonly string[]): FilesIn {
  return async (folder, take) => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of names) {
      const name = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
      const isIgnored = ['.git', ...ignored].some((each) => name === each || name.startsWith(`${each}/`))
      if (entry.isFile() && !isIgnored && !take(name)) return { complete: false }
    }
    return { complete: true }
  }
}

async function modeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).mode & 0o7777
  } catch {
    // A file yet to be made gets the usual one.
    return 0o644
  }
}

export const soon = () => AbortSignal.timeout(20_000)

type Who = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId | null
  readonly runId: RunId
  readonly callId: string
  readonly seq: number
  readonly reach: readonly Reach[]
}

function changing(who: Partial<Who>) {
  const sessionId = who.sessionId ?? SESSION
  const runId = who.runId ?? RUN
  const callId = (who.callId ?? 'call') as CallId
  const own = { sessionId, runId, callId, seq: who.seq ?? 0 }
  const projectId = who.projectId === undefined ? PROJECT : who.projectId
  return { projectId, sessionId, runId, callId, reach: [own, ...(who.reach ?? [])] }
}

type Said = Pick<FilePreview, 'outcome'> | { readonly outcome: string }

/** The outcome, with the obstacle where there is one. */
function wordFor(
  file: Said & { readonly reason: { readonly obstacle: string; readonly message: string } | null },
): string {
  return file.reason === null ? file.outcome : `${file.outcome}: ${file.reason.obstacle}`
}

function personIn(at: (name: string) => string) {
  return {
    write: async (name: string, content: string | Uint8Array, mode?: number) => {
      await mkdir(path.dirname(at(name)), { recursive: true })
      await writeFile(at(name), content)
      if (mode !== undefined) await chmod(at(name), mode)
    },
    remove: (name: string) => rm(at(name), { recursive: true, force: true }),
    /** What a file holds, or null when there is none. */
    text: async (name: string): Promise<string | null> => readFile(at(name), 'utf8').catch(() => null),
    mode: async (name: string) => (await stat(at(name))).mode & 0o777,
  }
}
