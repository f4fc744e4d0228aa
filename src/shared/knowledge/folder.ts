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
 * A folder whose files are pages. `waiting` and `reading`: a scan is queued or running. `following`: all
 * files are read and watched for changes. `stopped`: the person stopped it. `missing`: the folder is absent
 * or empty; its pages are kept.
 */
export type PageFolder = {
  readonly id: PageFolderId
  readonly scope: PageScope
  readonly path: string
  readonly state: 'waiting' | 'reading' | 'following' | 'stopped' | 'missing'
  /** Number of scanned files, out of `total`. */
  readonly done: number
  readonly total: number
  readonly refused: { readonly count: number; readonly first: readonly RefusedFile[] }
}

/** Background work on pages: folder scans and index progress. */
export type PageWork = {
  readonly folders: readonly PageFolder[]
  /** Changed pages that cannot be found by their new words yet. Null: the index does not answer. */
  readonly behind: number | null
  readonly indexed: number | null
}
