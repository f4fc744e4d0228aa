import { z } from 'zod'

/** The beginning of the names of tools that files describe. */
export const OWN_TOOL = 'own__'

/** The longest and the usual time of such a tool, in milliseconds. */
export const OWN_TOOL_TIME = { usual: 120_000, most: 600_000 } as const

/** One file of a tool folder. Strict: an unknown key is refused with its name. */
export const OwnToolFile = z.strictObject({
  description: z.string().trim().min(1).max(2_000),
  /** Runs in the shell, in the folder of the chat. It reads its arguments as one JSON object. */
  command: z.string().trim().min(1).max(8_000),
  /** The JSON Schema of the arguments; missing for none. */
  schema: z.exactOptional(z.record(z.string(), z.json())),
  timeoutMs: z.exactOptional(z.number().int().min(100).max(OWN_TOOL_TIME.most)),
})
export type OwnToolFile = z.infer<typeof OwnToolFile>
