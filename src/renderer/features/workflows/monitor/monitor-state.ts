import { ALL_PHASES } from '../phases/phase-rows.ts'

export type Column = 'phases' | 'agents' | 'detail'

/** The state of the monitor: the focused list and the selection in each. */
export type MonitorState = {
  readonly column: Column
  readonly phase: string
  /** The agent that was chosen, and the row it was seen in: if it goes, the row that took its place is chosen. */
  readonly agentId: number | null
  readonly agentRow: number
}

/** Without phases there is nothing to choose on the left, so the agents have the focus. */
export function freshMonitor(phaseCount: number): MonitorState {
  return { column: phaseCount <= 1 ? 'agents' : 'phases', phase: ALL_PHASES, agentId: null, agentRow: 0 }
}

/** The phase that is really there: what was chosen, or all. */
export function clampPhase(keys: readonly string[], phase: string): string {
  return keys.includes(phase) ? phase : ALL_PHASES
}

/** The row that is really there: where the chosen agent is now, or the nearest row to where it was. */
export function clampRow(ids: readonly number[], { agentId, agentRow }: MonitorState): number {
  if (ids.length === 0) return -1
  const at = agentId === null ? -1 : ids.indexOf(agentId)
  return at >= 0 ? at : Math.max(0, Math.min(ids.length - 1, agentRow))
}

/** The place `step` rows further in a list of `count`; it never leaves the list. */
export function stepped(at: number, step: number | 'first' | 'last', count: number): number {
  if (step === 'first') return Math.min(0, count - 1)
  if (step === 'last') return count - 1
  return Math.max(0, Math.min(count - 1, at + step))
}
