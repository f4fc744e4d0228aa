import { z } from 'zod'

/** `[statusLine]` of `config.toml`. */
export const StatusLineTable = z.strictObject({
  /** A command that reads JSON and prints one line. */
  command: z.string().trim().min(1).max(4_000),
  /** Seconds between runs without any change; 0 for none. */
  refreshSeconds: z.exactOptional(z.number().int().min(0).max(3_600)),
  /** Spaces before and after the line. */
  padding: z.exactOptional(z.number().int().min(0).max(8)),
})
export type StatusLineTable = z.infer<typeof StatusLineTable>

/** A status line command that a model drafted. Nothing runs before the person uses it. */
export const StatusLineProposal = z.strictObject({ command: StatusLineTable.shape.command })
export type StatusLineProposal = z.infer<typeof StatusLineProposal>

/** The mode of Vim keys, as status line commands know it. */
export const VimMode = z.enum(['INSERT', 'NORMAL'])
export type VimMode = z.infer<typeof VimMode>

/** The result of a status line command. `kept`: the command failed or was too slow, so the last line stays. */
export type StatusLineAnswer =
  | { readonly state: 'off' | 'untrusted' }
  | { readonly state: 'shown'; readonly text: string }
  | { readonly state: 'kept'; readonly reason: StatusLineFault }

export type StatusLineFault = 'failed' | 'slow' | 'replaced'

/** The settings that a window needs. */
export type StatusLineSettings = { readonly refreshSeconds: number; readonly padding: number } | null
