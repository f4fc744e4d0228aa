import type { PageFolderId } from '../ids.ts'
import type { PageScope } from './page.ts'

/** Why a file became no page. What was known of it before stays. */
export type FileRefusal =
  | 'too_large'
  | 'not_utf8'
  | 'broken_pdf'
  | 'locked_pdf'
  | 'no_text'
  | 'unreadable'
  | 'outside'
  | 'secret'
  | 'slow'
  | 'changing'
  | 'too_many'

/** A file that was passed over, by its place in the folder. */
export type RefusedFile = { readonly file: string; readonly why: FileRefusal }

/**
 * A folder whose files are pages. `waiting` and `reading`: work on it goes on. `following`: everything is read and
 * changes are looked for. `stopped`: the person stopped it. `missing`: it is not there, or nothing is in it any more;
 * its pages are kept.
 */
export type PageFolder = {
  readonly id: PageFolderId
  readonly scope: PageScope
  readonly path: string
  readonly state: 'waiting' | 'reading' | 'following' | 'stopped' | 'missing'
  /** How many files were looked at, of how many. */
  readonly done: number
  readonly total: number
  readonly refused: { readonly count: number; readonly first: readonly RefusedFile[] }
}

/** What goes on with pages behind the lists: folders that are read, and how far the index has got. */
export type PageWork = {
  readonly folders: readonly PageFolder[]
  /** Changed pages that cannot be found by their new words yet. Null: the index does not answer. */
  readonly behind: number | null
  readonly indexed: number | null
}
