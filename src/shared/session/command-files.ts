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

/** Adds up what two looks found, for a program that is looked at several times. */
export function addFiles(left: CommandFiles | null, right: CommandFiles): CommandFiles {
  if (left === null || !left.looked) return left ?? right
  if (!right.looked) return right
  const notSeen = Math.max(left.notSeen ?? 0, right.notSeen ?? 0)
  return {
    looked: true,
    added: left.added + right.added,
    changed: left.changed + right.changed,
    removed: left.removed + right.removed,
    unlisted: left.unlisted + right.unlisted,
    ...(notSeen === 0 ? {} : { notSeen }),
  }
}

/** Whether there is anything to say of what a look found. */
export function saysFiles(files: CommandFiles): boolean {
  return !files.looked || files.added + files.changed + files.removed + files.unlisted > 0
}
