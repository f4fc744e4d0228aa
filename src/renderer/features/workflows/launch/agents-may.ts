import type { PermissionMode } from '#shared/permission/mode.ts'

/** How far agents may go with something before the person is asked. */
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

/** What agents of a run may do by the mode they work in. Rules and grants of the project come on top. */
export function agentsMay(mode: PermissionMode, { sandboxed, askForReadOnly }: Commands): AgentsMay {
  const may = MAY[mode]
  if (may.run !== 'asks') return may
  if (mode === 'accept_edits' && sandboxed) return { ...may, run: 'sandboxed' }
  return askForReadOnly ? may : { ...may, run: 'reading' }
}

/** The script asks for agents in a work tree of their own, as far as can be read without running it. */
export function asksForWorktree(script: string): boolean {
  return /\bisolation\s*:\s*(['"`])worktree\1/.test(script)
}
