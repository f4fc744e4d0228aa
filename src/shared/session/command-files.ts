import { z } from 'zod'

/** Files of the project and of extra folders that a command changed, or the reason they were not scanned. */
export const CommandFiles = z.discriminatedUnion('looked', [
  z.strictObject({
    looked: z.literal(true),
    added: z.number(),
    changed: z.number(),
    removed: z.number(),
    /** So many that they are counted and not listed. */
    unlisted: z.number(),
    /** Extra folders of the chat that were not looked at. Missing: none. */
    notSeen: z.exactOptional(z.number()),
  }),
  z.strictObject({ looked: z.literal(false), because: z.enum(['too_many', 'too_slow', 'failed']) }),
])
export type CommandFiles = z.infer<typeof CommandFiles>
