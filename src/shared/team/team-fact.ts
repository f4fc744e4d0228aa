import type { TeamId } from '../ids.ts'
import type { Card } from './card.ts'

/** What happens in teams that others may want to hear of as it happens. */
export type TeamFact =
  | { readonly kind: 'TaskCreated' | 'TaskCompleted'; readonly teamId: TeamId; readonly card: Card }
  | { readonly kind: 'TeammateIdle'; readonly teamId: TeamId; readonly name: string }
