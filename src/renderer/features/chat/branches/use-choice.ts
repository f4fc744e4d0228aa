import { createContext, useContext, useMemo } from 'react'
import type { EventId } from '#shared/ids.ts'
import { useSession } from '../chat-context.ts'
import { type Choice, choicesOn } from './choices.ts'

type Choices = ReadonlyMap<EventId, Choice>

const NONE: Choices = new Map()
const ChoicesContext = createContext<Choices>(NONE)

export const ChoicesProvider = ChoicesContext.Provider

/** Every place of the open conversation that has more than one way on. */
export function useChoices(): Choices {
  const forks = useSession((state) => state.forks)
  const path = useSession((state) => (state.forks.length === 0 ? null : state.path))
  return useMemo(() => (path === null ? NONE : choicesOn(path, forks)), [path, forks])
}

/** The ways on that part at a message, or null when there is only one. */
export function useChoice(eventId: EventId): Choice | null {
  return useContext(ChoicesContext).get(eventId) ?? null
}

/** The same for the first of these messages at which something parts. */
export function useFirstChoice(eventIds: readonly EventId[]): Choice | null {
  const choices = useContext(ChoicesContext)
  const at = eventIds.find((eventId) => choices.has(eventId))
  return at === undefined ? null : (choices.get(at) ?? null)
}
