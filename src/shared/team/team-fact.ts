import type { TeamId } from '../ids.ts'
import type { Card } from './card.ts'

/** Team events that other parts may subscribe to. */
export type TeamFact =
  | { readonly kind: 'TaskCreated' | 'TaskCompleted'; readonly teamId: TeamId; readonly card: Card }
  | { readonly kind: 'TeammateIdle'; readonly teamId: TeamId; readonly name: string }
