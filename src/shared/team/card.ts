import { z } from 'zod'
import type { Millis } from '../ids.ts'

export const CardStatus = z.enum(['pending', 'in_progress', 'completed'])
export type CardStatus = z.infer<typeof CardStatus>

/** The number of a card on its board. */
export const CardId = z.number().int().min(1)
export type CardId = z.infer<typeof CardId>

/** The text of a new card. */
export const CardText = z.strictObject({
  subject: z.string().trim().min(1).max(200),
  description: z.string().max(20_000),
  /** The label shown while the card is in progress, for example "Moving the totals". */
  activeForm: z.exactOptional(z.string().trim().min(1).max(200)),
})
export type CardText = z.infer<typeof CardText>

/** A card that is to be made. `blockedBy` are the numbers of cards it waits for. */
export const CardDraft = CardText.extend({
  blockedBy: z.exactOptional(z.array(CardId).max(100)),
  metadata: z.exactOptional(z.record(z.string(), z.string().max(2_000))),
})
export type CardDraft = z.infer<typeof CardDraft>

/** Changes to a card. `blocks` are the cards that wait for it. */
export const CardChanges = z.strictObject({
  subject: z.exactOptional(CardText.shape.subject),
  description: z.exactOptional(CardText.shape.description),
  blockedBy: z.exactOptional(z.array(CardId).max(100)),
  blocks: z.exactOptional(z.array(CardId).max(100)),
})
export type CardChanges = z.infer<typeof CardChanges>

/** One piece of work on the board of a team. */
export type Card = CardText & {
  readonly id: CardId
  readonly status: CardStatus
  /** The current owner, or the intended one of a pending card; null: any teammate. */
  readonly owner: string | null
  /** Cards it waits for, and cards that wait for it, done ones included. */
  readonly blockedBy: readonly CardId[]
  readonly blocks: readonly CardId[]
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: Millis
  readonly startedAt: Millis | null
  readonly completedAt: Millis | null
}

/** Returns the blockers of a card that are not completed. */
export function openBlockers(card: Pick<Card, 'blockedBy'>, cards: readonly Card[]): CardId[] {
  return card.blockedBy.filter((id) => cards.some((each) => each.id === id && each.status !== 'completed'))
}

/** `blocked` waits for `blocker`. */
export type CardEdge = { readonly blocked: CardId; readonly blocker: CardId }

/** The way from a card back to itself that these edges would open, or null when there is none. */
export function cycleThrough(edges: readonly CardEdge[], start: CardId): CardId[] | null {
  const blockersOf = new Map<CardId, CardId[]>()
  for (const { blocked, blocker } of edges) {
    blockersOf.set(blocked, [...(blockersOf.get(blocked) ?? []), blocker])
  }
  const seen = new Set<CardId>()
  const walk = (at: CardId, way: readonly CardId[]): CardId[] | null => {
    for (const next of blockersOf.get(at) ?? []) {
      if (next === start) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...way, next])
      if (found !== null) return found
    }
    return null
  }
  return walk(start, [start])
}
