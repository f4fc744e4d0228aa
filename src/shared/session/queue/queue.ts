import { z } from 'zod'
import { QueueItemId } from '../../ids.ts'
import { CallRef } from '../../run/call-ref.ts'
import { FilePart } from '../message.ts'
import { WRITERS } from '../writer.ts'

/** `steer` joins the active run; `followup` starts the next run. */
export const QueueLane = z.enum(['steer', 'followup'])
export type QueueLane = z.infer<typeof QueueLane>

/** A message that waits its turn. A held item waits until the person releases it. */
export const QueueItem = z.strictObject({
  itemId: QueueItemId,
  lane: QueueLane,
  text: z.string(),
  /** Attached files. */
  files: z.exactOptional(z.array(FilePart)),
  held: z.boolean(),
  /** The text is a command that runs at its turn. */
  command: z.exactOptional(z.literal(true)),
  /** The author; missing: the person. */
  by: z.exactOptional(z.enum(WRITERS)),
  /** The call with which an agent said it. */
  call: z.exactOptional(CallRef),
})
export type QueueItem = z.infer<typeof QueueItem>
