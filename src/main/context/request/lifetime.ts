import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import type { Verdict } from '../branch/entry.ts'
import type { InjectionRegistry } from '../branch/injections.ts'

/** Leaves out items that were meant for another run, and items that only feed the instruction snapshot. */
export function dropExpired(
  events: readonly DurableEvent[],
  currentRunId: RunId | null,
  registry: Pick<InjectionRegistry, 'get'>,
): { readonly events: readonly DurableEvent[]; readonly verdicts: readonly Verdict[] } {
  const verdicts: Verdict[] = []
  const kept = events.filter((event) => {
    if (event.kind !== 'harness.item') return true
    const rule = expiry(event.payload, event.runId, currentRunId, registry)
    if (rule !== null) verdicts.push({ eventId: event.id, outcome: 'dropped', rule })
    return rule === null
  })
  return { events: kept, verdicts }
}

function expiry(
  item: { readonly kind: string; readonly lifetime: 'session' | 'run' },
  runId: RunId | undefined,
  currentRunId: RunId | null,
  registry: Pick<InjectionRegistry, 'get'>,
): string | null {
  if (registry.get(item.kind)?.lifetime === 'boot') return 'lifetime:boot'
  return item.lifetime === 'run' && runId !== (currentRunId ?? undefined) ? 'lifetime:run' : null
}
