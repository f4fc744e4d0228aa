import type {
  CheckpointObstacle,
  FileId,
  FileVersionId,
  FileVersionListing,
  LineCount,
  TouchedFile,
  TouchedFiles,
  TouchingTurn,
} from '#shared/checkpoint/checkpoint.ts'
import type { RunId } from '#shared/ids.ts'

export type FileView = 'turns' | 'files'

/** How far the changes of a row have been taken back. */
export type RowState = 'standing' | 'undone' | 'partly'

type Common = {
  readonly id: string
  readonly level: number
  readonly expanded: boolean | null
  readonly lines: LineCount
  readonly state: RowState
}

/** A line of the list of changed files. `turn` is null where all changes to a file are meant. */
export type FileRow =
  | (Common & { readonly kind: 'turn'; readonly turn: TouchingTurn; readonly count: number })
  | (Common & {
      readonly kind: 'file'
      readonly turn: TouchingTurn | null
      readonly file: FileId
      readonly path: string
      readonly obstacle: CheckpointObstacle | null
    })
  | (Common & { readonly kind: 'kept'; readonly versionId: FileVersionId; readonly at: number })

/** The changed files as lines, newest turn first, or one line a file in the order they were first touched. */
export function fileRows(touched: TouchedFiles, view: FileView, closed: ReadonlySet<string>): FileRow[] {
  return view === 'files' ? touched.files.flatMap((file) => wholeFile(file, closed)) : byTurn(touched, closed)
}

function byTurn({ files, turns }: TouchedFiles, closed: ReadonlySet<string>): FileRow[] {
  const inTurn = new Map<RunId, FileRow[]>()
  for (const file of files) {
    for (const [runId, versions] of byRun(changesOf(file))) {
      const known = inTurn.get(runId) ?? []
      const turn = turns.find((each) => each.runId === runId) ?? null
      known.push(fileRow(file, { versions, turn, id: `${runId}/${file.file}`, level: 2 }))
      inTurn.set(runId, known)
    }
  }
  return turns.toReversed().flatMap((turn): FileRow[] => {
    const rows = inTurn.get(turn.runId) ?? []
    if (rows.length === 0) return []
    const expanded = !closed.has(turn.runId)
    const head: FileRow = {
      ...{ kind: 'turn', id: turn.runId, level: 1, expanded, turn, count: rows.length },
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
  const row = { ...fileRow(file, { versions, turn: null, id: file.file, level: 1 }), expanded }
  const inside = kept.map(
    ({ id, at }): FileRow => ({
      ...{ kind: 'kept', id: `kept/${id}`, level: 2, expanded: null, versionId: id, at },
      ...{ lines: NO_LINES, state: 'standing' },
    }),
  )
  return expanded === true ? [row, ...inside] : [row]
}

type Placed = {
  readonly versions: readonly FileVersionListing[]
  readonly turn: TouchingTurn | null
  readonly id: string
  readonly level: number
}

function fileRow(file: TouchedFile, { versions, turn, id, level }: Placed): FileRow & { kind: 'file' } {
  const standing = versions.filter(({ undone }) => !undone)
  const counted = standing.length > 0 ? standing : versions
  return {
    ...{ kind: 'file', id, level, expanded: null, turn },
    ...{ file: file.file, path: file.path, obstacle: file.obstacle },
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
    if (version.turn === null) continue
    const known = runs.get(version.turn)
    if (known === undefined) runs.set(version.turn, [version])
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
