import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { HookPoint } from '#shared/hook/hook.ts'
import type { HookItem } from '../../hooks/hook.ts'
import { NO_HOOKS, type RunHooks } from '../../hooks/hooks.ts'
import type { RunHandle } from './run-handle.ts'

/** The hooks of a run, and what they add to its conversation while nothing may be added. */
export type HooksOfRun = RunHooks & {
  /** Takes what hooks add; it joins the run before its next request. */
  readonly add: (point: HookPoint, items: readonly HookItem[] | undefined) => void
  readonly hasItems: () => boolean
  /** Stores what was added. Only between two requests: nothing may stand between a call and its answer. */
  readonly take: (run: Pick<RunHandle, 'publish'>) => void
  /** The same for who stores it together with something else. */
  readonly taken: () => readonly NewDurableEvent[]
}

/** For runs in which nothing steps in. */
export const NO_RUN_HOOKS: HooksOfRun = {
  ...NO_HOOKS,
  add: () => {},
  hasItems: () => false,
  take: () => {},
  taken: () => [],
}

/** Finds out once for each run which hooks it has. `at` settles it. */
export function createRunHooks(at: (run: RunHandle) => Promise<RunHooks>) {
  const known = new WeakMap<RunHandle, Promise<HooksOfRun>>()
  return (run: RunHandle): Promise<HooksOfRun> => {
    const found = known.get(run) ?? at(run).then(withItems)
    known.set(run, found)
    return found
  }
}

export type RunHooksOf = ReturnType<typeof createRunHooks>

/** Returns a hook's addition as a conversation item. */
export function hookItem(point: HookPoint, { content, by = '' }: HookItem): HarnessItem {
  return {
    kind: 'hook-context',
    origin: 'hook',
    content,
    attrs: { hook: by, point },
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
  }
}

/** Keeps what hooks add until it may be stored. */
export function withItems(hooks: RunHooks): HooksOfRun {
  if (hooks === NO_HOOKS) return NO_RUN_HOOKS
  let waiting: HarnessItem[] = []
  const asEvents = (): readonly NewDurableEvent[] =>
    waiting.map((payload) => ({ kind: 'harness.item', payload }))
  return {
    ...hooks,
    add: (point, items = []) => waiting.push(...items.map((item) => hookItem(point, item))),
    hasItems: () => waiting.length > 0,
    take: (run) => {
      if (waiting.length === 0) return
      run.publish(asEvents())
      waiting = []
    },
    taken: () => {
      const events = asEvents()
      waiting = []
      return events
    },
  }
}
