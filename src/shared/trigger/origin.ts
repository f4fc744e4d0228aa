import { z } from 'zod'
import { TriggerFiringId, TriggerId } from '../ids.ts'

/** The trigger that began a chat or a workflow run. */
export const TriggerOrigin = z.strictObject({
  triggerId: TriggerId,
  firingId: TriggerFiringId,
  /** Its name when it began. */
  name: z.string(),
  /** The triggers that led to this run, oldest first, without this one. */
  chain: z.array(TriggerId),
})
export type TriggerOrigin = z.infer<typeof TriggerOrigin>
