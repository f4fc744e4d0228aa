import { createContext, useCallback, useContext, useMemo } from 'react'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { beginsExchange, type Snipped, type SnippedExchange, snippedIn } from '#shared/session/snipped.ts'
import { type Answered, useAnswer } from '../../../ui/hooks/use-answer.ts'
import { useChat, useSession } from '../chat-context.ts'

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
  const { answer } = useLeftOut(hasOlder)
  return useMemo(() => withHead(snippedIn(path), path, answer ?? []), [path, answer])
}

/** Returns the snipped exchanges of the whole chat from main, reloaded after changes. */
export function useLeftOut(isWanted: boolean): Answered<readonly SnippedExchange[]> {
  const { api } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const mark = useSession((state) => `${state.path[0]?.id} ${state.path.findLast(changesSnips)?.id}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark is the reason to ask again
  const ask = useCallback(() => {
    if (sessionId === null) return Promise.resolve([])
    return api.call('exchange.listSnipped', { sessionId })
  }, [api, sessionId, mark])
  return useAnswer(sessionId, isWanted && sessionId !== null ? ask : null)
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
