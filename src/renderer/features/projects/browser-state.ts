import type { StoreApi } from 'zustand/vanilla'
import type { AppErrorData } from '#shared/errors.ts'
import type { DirectorySummary } from '#shared/project/directory.ts'
import type { Data } from '../../data/data.ts'
import { type FolderTree, NO_FOLDERS } from './folder-tree.ts'

export type BrowserState = {
  readonly tree: FolderTree
  readonly cursor: string | null
  /** The text of the path box. */
  readonly typed: string
  /** The path that Open would open: the folder selected in the tree, or the typed text. */
  readonly chosen: string
  /** The newest summary. It may still describe the folder chosen before; `about` names its path. */
  readonly summary: DirectorySummary | null
  readonly about: string | null
  readonly problem: AppErrorData | null
  /** A folder that may have been meant instead of the one in `problem`. */
  readonly suggestion: string | null
  readonly completions: readonly string[]
  readonly showHidden: boolean
  readonly starting: boolean
}

/** Before anything was read. */
export const START: BrowserState = {
  tree: NO_FOLDERS,
  cursor: null,
  typed: '',
  chosen: '',
  summary: null,
  about: null,
  problem: null,
  suggestion: null,
  completions: [],
  showHidden: false,
  starting: true,
}

export type BrowserDeps = {
  readonly api: Pick<Data, 'read'>
  readonly home: string
  /** The name of the home folder at the top of the tree. */
  readonly homeName: string
  /** Puts a problem inside an answer into the language of the window. */
  readonly say: (problem: AppErrorData) => string
  /** Runs something later; the returned function takes it back. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly report: (error: unknown) => void
}

export type BrowserStore = StoreApi<BrowserState>
