import type { MemoryId } from '#shared/ids.ts'
import type { MemoryProps, MemoryView } from './memory-props.ts'
import type { MemoryActs } from './use-memory-acts.ts'
import type { MemoryListState } from './use-memory-list.ts'

/** State shared by the panes of the screen. */
export type MemoryParts = MemoryProps & {
  readonly state: MemoryListState
  readonly acts: MemoryActs
  readonly chosen: MemoryId | null
  readonly view: MemoryView
  /** Ticked, for what is done to many at once. */
  readonly picked: ReadonlySet<MemoryId>
  readonly onChoose: (id: MemoryId | null) => void
  readonly onView: (view: MemoryView) => void
  readonly onPick: (ids: ReadonlySet<MemoryId>) => void
}
