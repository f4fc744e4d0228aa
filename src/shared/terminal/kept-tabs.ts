import type { TerminalId } from '../ids.ts'

/** Terminals by project and worktree. */
export type OpenTabs = Readonly<Record<string, TerminalId>>

/** The open tabs and those beside them, kept over a reload of the window. */
export type KeptTabs = { readonly active: OpenTabs; readonly beside: OpenTabs }

/** The form of `TerminalId`. The schema itself is not needed to draw the first page. */
const IS_TERMINAL = /^trm_[0-9a-z]{8,40}$/

/** Reads the open tabs that a window kept. What cannot be read names no tab. */
export function keptTabsIn(value: unknown): KeptTabs {
  const { active, beside } = Object(value) as { readonly active?: unknown; readonly beside?: unknown }
  return isOpenTabs(active) && isOpenTabs(beside) ? { active, beside } : { active: {}, beside: {} }
}

const isOpenTabs = (value: unknown): value is OpenTabs =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((id) => typeof id === 'string' && IS_TERMINAL.test(id))
