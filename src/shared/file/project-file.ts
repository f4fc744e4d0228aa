import type { Formatting } from '../problems/formatted.ts'

/** The reason a file is shown and cannot be edited. */
export type ReadOnlyReason = 'trust' | 'huge' | 'large' | 'guarded' | 'encoding' | 'permission'

/** The line breaks of a text file. */
export type LineEndings = 'lf' | 'crlf' | 'mixed'

/** A text file of a project. `text` has LF line breaks and no byte order mark; saving keeps those of the file. */
export type TextFile = {
  readonly kind: 'text'
  readonly path: string
  readonly text: string
  /** Fingerprint of the bytes on the disk. */
  readonly sha256: string
  readonly encoding: string
  readonly bom: boolean
  readonly endings: LineEndings
  readonly readOnly: ReadOnlyReason | null
}

/** A file that is no text. `type` is its kind by its first bytes, where known. */
export type BinaryFile = {
  readonly kind: 'binary'
  readonly path: string
  readonly size: number
  readonly type: string | null
}

/** A file of a project, as the viewer shows it. */
export type OpenedFile = TextFile | BinaryFile

/**
 * The result of saving. Not saved: the disk holds something else, or nothing, and was not written. `formatting` is missing
 * where the project does not format.
 */
export type SavedFile =
  | { readonly saved: true; readonly file: TextFile; readonly formatting?: Formatting }
  | { readonly saved: false; readonly now: OpenedFile | null }

/** An unsaved text of the person, and the fingerprint of the file it changes; null for a file that is gone. */
export type KeptText = { readonly path: string; readonly base: string | null; readonly text: string }

/** An entry of a folder. A link is no folder here; `ignored`: searches skip it, as `.gitignore` says. */
export type FolderEntry = {
  readonly name: string
  readonly kind: 'folder' | 'file' | 'link' | 'other'
  readonly ignored: boolean
}

/** The entries of a folder, folders first. `more` counts those that are left out. */
export type FolderEntries = { readonly entries: readonly FolderEntry[]; readonly more: number }

/** A line of a file that matches a search. */
export type FileMatch = { readonly path: string; readonly line: number; readonly text: string }

/** The result of a search in files. */
export type FileMatches = {
  readonly matches: readonly FileMatch[]
  /** Whether the search ended before it saw every match. */
  readonly isCut: boolean
  /** Why the words were searched literally, or the search is incomplete; null when all is well. */
  readonly problem: string | null
}

/** The most characters of a file that can be edited. */
export const MOST_EDITED = 1_000_000
