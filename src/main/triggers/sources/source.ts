import type { Trigger } from '#shared/trigger/trigger.ts'
import type { Occurrence } from '../firings.ts'
import type { StoredTrigger } from '../rows.ts'

/** Watches the events of the enabled triggers of one kind. */
export type Source = {
  /** Follows the enabled triggers of its kind; the list replaces the one before. */
  readonly follow: (triggers: readonly StoredTrigger[]) => void
  /** Returns the mark of a trigger that is switched on now: nothing before it counts. */
  readonly startMark: (trigger: Trigger) => Promise<string>
  readonly close: () => void
}

/** Takes the occurrence of a trigger. Resolves when its history row is stored and its run has begun. */
export type Occur = (trigger: Trigger, occurrence: Occurrence) => Promise<void>
