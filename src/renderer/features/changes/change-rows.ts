import type { ChangedFile, ChangeHunk, FileChange } from '#shared/changes/changes.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import type { TreeRow } from '../../ui/lists/tree-keys.ts'

/** Lines of a hunk that are coloured together, and those of them that are drawn together: that fit into one frame. */
const CHUNK = 200
const PART = 20

/** A piece of a hunk whose colours and changed words are found as one text. */
export type Chunk = {
  readonly diff: FileDiff
  /** The position of each line among the lines of the hunk. */
  readonly positions: readonly number[]
}

/** The lines of a chunk from one position up to, without, another. */
export type Part = { readonly from: number; readonly to: number }

/** One row of the list of changes. */
export type ChangeRow =
  | { readonly kind: 'file'; readonly key: string; readonly file: ChangedFile; readonly closed: boolean }
  | { readonly kind: 'note'; readonly key: string; readonly file: ChangedFile; readonly note: Note }
  | {
      readonly kind: 'hunk'
      readonly key: string
      readonly file: ChangedFile
      readonly hunk: ChangeHunk
      /** Whether the lines are hidden; null where they always are shown. */
      readonly closed: boolean | null
    }
  | {
      readonly kind: 'lines'
      readonly key: string
      readonly file: ChangedFile
      readonly hunk: ChangeHunk
      readonly chunk: Chunk
      readonly part: Part
      readonly isLast: boolean
    }

/** A text that replaces the lines of a file. */
export type Note = 'loading' | 'binary' | 'large' | 'submodule' | 'conflict' | 'none' | 'cut'

/** The key of a hunk's row. */
export const hunkKey = (path: string, id: string): string => `hunk ${path} ${id}`

/** Lays the files out as rows: each with its hunks, and each hunk in pieces. Accepted hunks are closed unless `opened`. */
export function changeRows(
  files: readonly ChangedFile[],
  changeOf: (path: string) => FileChange | null,
  closed: ReadonlySet<string>,
  opened: ReadonlySet<string> = new Set(),
): readonly ChangeRow[] {
  return files.flatMap((file): readonly ChangeRow[] => {
    const isClosed = closed.has(file.path)
    const head: ChangeRow = { kind: 'file', key: `file ${file.path}`, file, closed: isClosed }
    return isClosed ? [head] : [head, ...inside(file, changeOf(file.path), opened)]
  })
}

function inside(
  file: ChangedFile,
  change: FileChange | null,
  opened: ReadonlySet<string>,
): readonly ChangeRow[] {
  const note = (what: Note): ChangeRow => ({
    kind: 'note',
    key: `note ${file.path} ${what}`,
    file,
    note: what,
  })
  if (change === null) return [note('loading')]
  const { content } = change
  if (content.kind !== 'text') return [note(content.kind)]
  const rows = content.hunks.flatMap((hunk): readonly ChangeRow[] => {
    const key = hunkKey(file.path, hunk.id)
    const closed = hunk.review.state === 'accepted' ? !opened.has(key) : null
    if (closed === true) return [{ kind: 'hunk', key, file, hunk, closed }]
    const pieces = piecesOf(file.path, hunk)
    const lines = pieces.map(
      (piece, at): ChangeRow => ({
        kind: 'lines',
        key: `${key} ${at}`,
        file,
        hunk,
        chunk: piece.chunk,
        part: piece.part,
        isLast: at === pieces.length - 1,
      }),
    )
    return [{ kind: 'hunk', key, file, hunk, closed }, ...lines]
  })
  return content.cut ? [...rows, note('cut')] : rows
}

const LINE_HEIGHT = 20

/** The height of lines that are not longer than the window is wide, in pixels: with the line above and the edges. */
export const heightOfPart = ({ positions }: Chunk, { from, to }: Part): number =>
  (to - from) * LINE_HEIGHT + (from === 0 ? 5 : 0) + (to === positions.length ? 4 : 0)

type Piece = { readonly chunk: Chunk; readonly part: Part }

/** The pieces of hunks that were cut: the list is laid out again whenever more files arrive. */
const cut = new WeakMap<ChangeHunk, readonly Piece[]>()

function piecesOf(path: string, hunk: ChangeHunk): readonly Piece[] {
  const known = cut.get(hunk)
  if (known !== undefined) return known
  const pieces = chunksOf(path, hunk).flatMap((chunk): readonly Piece[] => {
    const count = chunk.positions.length
    return Array.from({ length: Math.ceil(count / PART) }, (_, at) => ({
      chunk,
      part: { from: at * PART, to: Math.min(count, (at + 1) * PART) },
    }))
  })
  cut.set(hunk, pieces)
  return pieces
}

/** Cuts a hunk into chunks and leaves out the marks of missing line ends. */
function chunksOf(path: string, { oldStart, newStart, lines }: ChangeHunk): readonly Chunk[] {
  const shown = lines.flatMap((line, position) => (line.startsWith('\\') ? [] : [{ line, position }]))
  const chunks: Chunk[] = []
  let [oldAt, newAt] = [oldStart, newStart]
  for (let at = 0; at < shown.length; at += CHUNK) {
    const piece = shown.slice(at, at + CHUNK)
    const part = piece.map(({ line }) => line)
    const positions = piece.map(({ position }) => position)
    const hunks = [{ oldStart: oldAt, newStart: newAt, lines: part }]
    chunks.push({ diff: { path, added: 0, removed: 0, cut: false, hunks }, positions })
    oldAt += part.filter((line) => !line.startsWith('+')).length
    newAt += part.filter((line) => !line.startsWith('-')).length
  }
  return chunks
}

/** Counts the lines added and removed in a hunk. */
export function countLines({ lines }: Pick<ChangeHunk, 'lines'>) {
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}

/** The first and last line of a hunk in the file, and its first changed line. */
export function placeOf({ oldStart, newStart, lines }: ChangeHunk) {
  const first = lines.findIndex((line) => line.startsWith('+') || line.startsWith('-'))
  const before = lines.slice(0, Math.max(first, 0)).length
  const length = lines.filter((line) => line.startsWith(' ') || line.startsWith('+')).length
  const quote = (lines[first] ?? '').slice(1)
  const from = length === 0 ? oldStart : newStart
  return { from, to: from + Math.max(length - 1, 0), line: from + before, quote }
}

/** The key of the hunk that shows a line of a file; null for a line that no loaded hunk shows. */
export function hunkAt(
  files: readonly ChangedFile[],
  changeOf: (path: string) => FileChange | null,
  { path, line }: { readonly path: string; readonly line: number },
): string | null {
  // The project may be a folder of the repository.
  const file = files.find((each) => each.path === path || each.path.endsWith(`/${path}`))
  const content = file === undefined ? undefined : changeOf(file.path)?.content
  if (file === undefined || content?.kind !== 'text') return null
  const hunk = content.hunks.find((each) => {
    const { from, to } = placeOf(each)
    return line >= from && line <= to
  })
  return hunk === undefined ? null : hunkKey(file.path, hunk.id)
}

/** A line of the tree of changed files. */
export type FileTreeRow = TreeRow & {
  readonly label: string
  readonly file: ChangedFile | null
  /** The sums of a folder; null for a file. */
  readonly inside: FolderCount | null
}

/** Files below a folder, and their lines; null where none of them has counted lines. */
export type FolderCount = {
  readonly files: number
  readonly lines: { readonly added: number; readonly removed: number } | null
}

function countOf(files: readonly ChangedFile[]): FolderCount {
  let [added, removed, counted] = [0, 0, 0]
  for (const file of files) {
    if (file.added === null || file.removed === null) continue
    added += file.added
    removed += file.removed
    counted += 1
  }
  return { files: files.length, lines: counted === 0 ? null : { added, removed } }
}

/** Lays the files out as a tree. Folders with a single folder inside share a line. */
export function treeRows(
  files: readonly ChangedFile[],
  closed: ReadonlySet<string>,
  about: { readonly file: (file: ChangedFile) => string; readonly folder: (inside: FolderCount) => string },
): readonly FileTreeRow[] {
  const rows: FileTreeRow[] = []
  walk(files, '', 1)
  return rows

  function walk(inside: readonly ChangedFile[], prefix: string, level: number): void {
    const folders = new Map<string, ChangedFile[]>()
    const own: ChangedFile[] = []
    for (const file of inside) {
      const rest = file.path.slice(prefix.length)
      const slash = rest.indexOf('/')
      if (slash < 0 || slash === rest.length - 1) own.push(file)
      else {
        const content = folders.get(rest.slice(0, slash))
        if (content === undefined) folders.set(rest.slice(0, slash), [file])
        else content.push(file)
      }
    }
    for (const [name, content] of folders) {
      const path = only(content, `${prefix}${name}/`)
      const label = path.slice(prefix.length, -1)
      const isClosed = closed.has(path)
      const count = countOf(content)
      rows.push({
        id: path,
        level,
        expanded: !isClosed,
        // The name holds all that the row shows, as it must for people who speak to the window.
        name: `${label} ${about.folder(count)}${linesText(count.lines)}`,
        label,
        file: null,
        inside: count,
      })
      if (!isClosed) walk(content, path, level + 1)
    }
    for (const file of own)
      rows.push({
        id: file.path,
        level,
        expanded: null,
        file,
        inside: null,
        description: about.file(file),
        name: shownName(file, prefix),
        label: file.path.slice(prefix.length),
      })
  }
}

/** The letters of git for what became of a file. */
export const KIND_LETTERS = {
  added: 'A',
  modified: 'M',
  deleted: 'D',
  renamed: 'R',
  type: 'T',
  untracked: 'U',
  conflicted: '!',
  submodule: 'S',
} as const

/** The name of a file's line: just what the line shows, as accessible names have to be. */
function shownName({ path, kind, added, removed }: ChangedFile, prefix: string): string {
  const lines = added === null || removed === null ? null : { added, removed }
  return `${path.slice(prefix.length)} ${KIND_LETTERS[kind]}${linesText(lines)}`
}

const linesText = (lines: FolderCount['lines']): string =>
  lines === null ? '' : ` +${lines.added} −${lines.removed}`

/** The longest folder that holds all the files. */
function only(files: readonly ChangedFile[], folder: string): string {
  const [first] = files
  const next = first?.path.indexOf('/', folder.length) ?? -1
  if (first === undefined || next < 0 || next === first.path.length - 1) return folder
  const deeper = first.path.slice(0, next + 1)
  return files.every(({ path }) => path.startsWith(deeper)) ? only(files, deeper) : folder
}
