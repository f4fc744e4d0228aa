import { createContext, useContext, useMemo } from 'react'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { beginsExchange, type Snipped, type SnippedExchange, snippedIn } from '#shared/session/snipped.ts'
import { type Query, useQuery } from '../../../data/use-query.ts'
import { useSession } from '../chat-context.ts'

const SnippedContext = createContext<Snipped>(snippedIn([]))

export const SnippedProvider = SnippedContext.Provider

/** Returns the snipped parts of the current conversation. */
export function useSnipped(): Snipped {
  return useContext(SnippedContext)
}

/** Returns the snipped parts even if an exchange began in an unloaded part. */
export function useSnippedOf(): Snipped {
  const path = useSession((state) => state.path)
  const hasOlder = useSession((state) => state.hasOlder)
  const { data } = useLeftOut(hasOlder)
  return useMemo(() => withHead(snippedIn(path), path, data ?? []), [path, data])
}

/** Returns the snipped exchanges of the whole chat from main, reloaded after changes. */
export function useLeftOut(isWanted: boolean): Query<readonly SnippedExchange[]> {
  const sessionId = useSession((state) => state.sessionId)
  const mark = useSession((state) => `${state.path[0]?.id} ${state.path.findLast(changesSnips)?.id}`)
  const place = isWanted && sessionId !== null ? { sessionId } : null
  return useQuery('exchange.listSnipped', place, { reasons: [mark] })
}

function changesSnips({ kind }: DurableEvent): boolean {
  return kind === 'exchange.snipped' || kind === 'exchange.restored' || kind === 'compact'
}

/** Adds the unloaded start of a snipped exchange that precedes the first loaded message. */
function withHead(
  here: Snipped,
  path: readonly DurableEvent[],
  all: readonly { readonly next: EventId | null }[],
): Snipped {
  const first = path.findIndex(beginsExchange)
  const head = path[first]
  if (head === undefined || !all.some(({ next }) => next === head.id)) return here
  return { ...here, events: new Set([...here.events, ...path.slice(0, first).map(({ id }) => id)]) }
}
