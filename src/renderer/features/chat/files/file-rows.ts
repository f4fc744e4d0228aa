import type {
  CheckpointObstacle,
  FileId,
  FileVersionId,
  FileVersionListing,
  LineCount,
  TouchedFile,
  TouchedFiles,
  TouchingRun,
} from '#shared/checkpoint/checkpoint.ts'
import type { RunId } from '#shared/ids.ts'

export type FileView = 'runs' | 'files'

/** The share of changes in a row that are undone. */
export type RowState = 'standing' | 'undone' | 'partly'

type Common = {
  readonly id: string
  readonly level: number
  readonly expanded: boolean | null
  readonly lines: LineCount
  readonly state: RowState
}

/** A line of the list of changed files. `run` is null where all changes to a file are meant. */
export type FileRow =
  | (Common & { readonly kind: 'run'; readonly run: TouchingRun; readonly count: number })
  | (Common & {
      readonly kind: 'file'
      readonly run: TouchingRun | null
      readonly file: FileId
      readonly path: string
      readonly obstacle: CheckpointObstacle | null
      /** One of the changes that stand was found after a command. */
      readonly byCommand: boolean
      /** The app had ended in the middle of it. */
      readonly interrupted: boolean
    })
  | (Common & { readonly kind: 'kept'; readonly versionId: FileVersionId; readonly at: number })

/** The changed files as lines, newest run first, or one line a file in the order they were first touched. */
export function fileRows(touched: TouchedFiles, view: FileView, closed: ReadonlySet<string>): FileRow[] {
  return view === 'files' ? touched.files.flatMap((file) => wholeFile(file, closed)) : byTurn(touched, closed)
}

function byTurn({ files, runs }: TouchedFiles, closed: ReadonlySet<string>): FileRow[] {
  const inRun = new Map<RunId, FileRow[]>()
  for (const file of files) {
    for (const [runId, versions] of byRun(changesOf(file))) {
      const known = inRun.get(runId) ?? []
      const run = runs.find((each) => each.runId === runId) ?? null
      known.push(fileRow(file, { versions, run, id: `${runId}/${file.file}`, level: 2 }))
      inRun.set(runId, known)
    }
  }
  return runs.toReversed().flatMap((run): FileRow[] => {
    const rows = inRun.get(run.runId) ?? []
    if (rows.length === 0) return []
    const expanded = !closed.has(run.runId)
    const head: FileRow = {
      kind: 'run',
      id: run.runId,
      level: 1,
      expanded,
      run,
      count: rows.length,
      lines: sum(rows.map(({ lines }) => lines)),
      state: stateOf(rows.map(({ state }) => state)),
    }
    return expanded ? [head, ...rows] : [head]
  })
}

function wholeFile(file: TouchedFile, closed: ReadonlySet<string>): FileRow[] {
  const kept = file.versions.filter(({ kind, undone }) => kind === 'kept' && !undone)
  const expanded = kept.length === 0 ? null : !closed.has(file.file)
  const versions = changesOf(file)
  const row = { ...fileRow(file, { versions, run: null, id: file.file, level: 1 }), expanded }
  const inside = kept.map(
    ({ id, at }): FileRow => ({
      kind: 'kept',
      id: `kept/${id}`,
      level: 2,
      expanded: null,
      versionId: id,
      at,
      lines: NO_LINES,
      state: 'standing',
    }),
  )
  return expanded === true ? [row, ...inside] : [row]
}

type Placed = {
  readonly versions: readonly FileVersionListing[]
  readonly run: TouchingRun | null
  readonly id: string
  readonly level: number
}

function fileRow(file: TouchedFile, { versions, run, id, level }: Placed): FileRow & { kind: 'file' } {
  const standing = versions.filter(({ undone }) => !undone)
  const counted = standing.length > 0 ? standing : versions
  return {
    kind: 'file',
    id,
    level,
    expanded: null,
    run,
    file: file.file,
    path: file.path,
    obstacle: file.obstacle,
    byCommand: counted.some(({ byCommand }) => byCommand),
    interrupted: counted.some(({ interrupted }) => interrupted),
    lines: sum(counted.map(({ lines }) => lines ?? NO_LINES)),
    state: stateOf(versions.map(({ undone }) => (undone ? 'undone' : 'standing'))),
  }
}

const NO_LINES: LineCount = { added: 0, removed: 0 }

function changesOf({ versions }: TouchedFile): FileVersionListing[] {
  return versions.filter(({ kind }) => kind === 'change')
}

function byRun(versions: readonly FileVersionListing[]): Map<RunId, FileVersionListing[]> {
  const runs = new Map<RunId, FileVersionListing[]>()
  for (const version of versions) {
    if (version.forRun === null) continue
    const known = runs.get(version.forRun)
    if (known === undefined) runs.set(version.forRun, [version])
    else known.push(version)
  }
  return runs
}

/** All lines that were added and removed. */
export function sum(lines: readonly LineCount[]): LineCount {
  return lines.reduce(
    (all, { added, removed }) => ({ added: all.added + added, removed: all.removed + removed }),
    NO_LINES,
  )
}

function stateOf(states: readonly RowState[]): RowState {
  if (states.every((state) => state === 'undone')) return 'undone'
  return states.every((state) => state === 'standing') ? 'standing' : 'partly'
}
