import type { PageId } from '#shared/ids.ts'
import type { MemoryProps } from '../memory-props.ts'
import type { PageActs } from './use-page-acts.ts'
import type { PageListState } from './use-pages.ts'

/** The content of the right pane. */
export type PageView = 'page' | 'add' | 'edit'

/** State shared by the panes of the pages. */
export type PageParts = MemoryProps & {
  readonly state: PageListState
  readonly acts: PageActs
  readonly chosen: PageId | null
  readonly view: PageView
  /** Ticked, for what is done to many at once. */
  readonly picked: ReadonlySet<PageId>
  readonly onChoose: (id: PageId | null) => void
  readonly onView: (view: PageView) => void
  readonly onPick: (ids: ReadonlySet<PageId>) => void
}
