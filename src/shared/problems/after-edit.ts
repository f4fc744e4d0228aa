import { z } from 'zod'

/** The usual, shortest and longest time of a command after edits, in milliseconds. */
export const AFTER_EDIT_TIME = { usual: 60_000, least: 1_000, most: 600_000 } as const

/** The word in a command that is replaced by the edited files. */
export const FILES_WORD = '{files}'

/** A command that checks files after an agent edited some that match `glob`. */
export const AfterEdit = z.strictObject({
  glob: z.string().trim().min(1).max(1_000),
  /** Runs in the shell, in the folder of the chat. `{files}` becomes the edited files. */
  command: z.string().trim().min(1).max(8_000),
  timeoutMs: z.exactOptional(z.number().int().min(AFTER_EDIT_TIME.least).max(AFTER_EDIT_TIME.most)),
})
export type AfterEdit = z.infer<typeof AfterEdit>

/** The commands of a project after edits. */
export const AfterEditList = z.array(AfterEdit).max(20)
