import { z } from 'zod'
import { AFTER_EDIT_TIME } from './after-edit.ts'

/** The word in a command that is replaced by the path of the file. */
export const FILE_WORD = '{file}'

/** The usual time of a format command, in milliseconds. */
export const FORMAT_TIME = 10_000

/** A command that reads the text of a file and prints it formatted. */
export const FormatCommand = z.strictObject({
  glob: z.string().trim().min(1).max(1_000),
  /** Runs in the shell, in the folder of the project. `{file}` becomes the path of the file. */
  command: z.string().trim().min(1).max(8_000),
  timeoutMs: z.exactOptional(z.number().int().min(AFTER_EDIT_TIME.least).max(60_000)),
})
export type FormatCommand = z.infer<typeof FormatCommand>

/** `[format]` of a project. Without a command for a file its language server formats it. */
export const FormatTable = z.strictObject({
  onSave: z.exactOptional(z.boolean()),
  afterAgent: z.exactOptional(z.boolean()),
  commands: z.exactOptional(z.array(FormatCommand).max(20)),
})
export type FormatTable = z.infer<typeof FormatTable>
