import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { lostToMiss } from '../context/request/cache-ledger.ts'
import type { Clock } from '../lib/clock.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { TurnDeps } from '../runs/turns/turns.ts'
import type { CacheWatch } from './requests/cache-watch.ts'

type Deps = {
  readonly clock: Pick<Clock, 'now'>
  readonly catalog: Pick<Catalog, 'infoOf'>
  readonly sent: { readonly cacheCheck: CacheWatch['of'] }
}

/**
 * Creates what a run asks about the cache: the comparison of its newest request, and the price of a miss against the
 * branch before the answer, which may be stored by then.
 */
export function cacheFacts(
  { clock, catalog, sent }: Deps,
  sessionId: SessionId,
  path: () => readonly DurableEvent[],
): Required<Pick<TurnDeps, 'cacheCheck' | 'lostToMiss'>> {
  return {
    cacheCheck: () => sent.cacheCheck(sessionId),
    lostToMiss: (message, eventId) => {
      const { usage } = message
      if (usage === undefined) return 0
      const stored = path()
      const own = stored.findLastIndex(({ id }) => id === eventId)
      const before = own === -1 ? stored : stored.slice(0, own)
      return lostToMiss(before, { ...message, usage }, { at: clock.now(), infoOf: catalog.infoOf })
    },
  }
}
