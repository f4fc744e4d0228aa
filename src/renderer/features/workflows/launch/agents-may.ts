import type { PermissionMode } from '#shared/permission/mode.ts'

/** The permission level of agents for a kind of action. */
export type Leave = 'allowed' | 'asks' | 'reading' | 'sandboxed' | 'looking' | 'never'

export type AgentsMay = { readonly read: Leave; readonly run: Leave; readonly change: Leave }

const MAY: Readonly<Record<PermissionMode, AgentsMay>> = {
  ask: { read: 'allowed', run: 'asks', change: 'asks' },
  accept_edits: { read: 'allowed', run: 'asks', change: 'allowed' },
  plan: { read: 'allowed', run: 'looking', change: 'never' },
  bypass: { read: 'allowed', run: 'allowed', change: 'allowed' },
}

type Commands = {
  /** Whether commands run in the sandbox in this mode. */
  readonly sandboxed: boolean
  /** Whether commands that only read ask as well. */
  readonly askForReadOnly: boolean
}

/** Returns the permissions of a run's agents in a mode. Rules and grants of the project apply in addition. */
export function agentsMay(mode: PermissionMode, { sandboxed, askForReadOnly }: Commands): AgentsMay {
  const may = MAY[mode]
  if (may.run !== 'asks') return may
  if (mode === 'accept_edits' && sandboxed) return { ...may, run: 'sandboxed' }
  return askForReadOnly ? may : { ...may, run: 'reading' }
}

/** Whether the script appears to use worktrees, judged without running it. */
export function asksForWorktree(script: string): boolean {
  return /\bisolation\s*:\s*(['"`])worktree\1/.test(script)
}
