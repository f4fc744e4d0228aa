import { z } from 'zod'
import { TerminalId } from '../ids.ts'

const Tabs = z.record(z.string(), TerminalId)

/** Terminals by project and worktree. */
export type OpenTabs = Readonly<z.infer<typeof Tabs>>

/** The open tabs and those beside them, kept over a reload of the window. */
export type KeptTabs = { readonly active: OpenTabs; readonly beside: OpenTabs }

const Kept = z.object({ active: Tabs, beside: Tabs })

/** Reads the open tabs that a window kept. What cannot be read names no tab. */
export function keptTabsIn(value: unknown): KeptTabs {
  const read = Kept.safeParse(value)
  return read.success ? read.data : { active: {}, beside: {} }
}
