import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxBlock, SandboxReceipt, SandboxRules } from '#shared/sandbox/sandbox.ts'
import type { ToolAct, ToolContext } from '../tool.ts'
import type { ShellStart } from './shell.ts'

/** A command that is about to start, and what the person allowed for this one run. */
export type SandboxedStart = {
  readonly start: ShellStart
  readonly environment: Readonly<Record<string, string>>
  /** The folder it starts in, canonical, where that is not the project folder. */
  readonly cwd?: string
  /** Absolute paths outside the project that the command names as its targets. */
  readonly named: readonly string[]
  readonly once: readonly PermissionRule[]
}

/** How a command starts: as it is, in the sandbox, or not at all until the person lets it run outside. */
export type EnteredSandbox =
  | { readonly how: 'plain' }
  | { readonly how: 'required'; readonly reason: string }
  | {
      readonly how: 'inside'
      readonly start: ShellStart
      readonly environment: Readonly<Record<string, string>>
      readonly rules: SandboxRules
      readonly leave: (output: string, failed: boolean) => Promise<SandboxLeft>
    }

/** What a command was kept from, and the rules that would open exactly that. */
export type SandboxLeft = {
  readonly receipt: SandboxReceipt
  readonly proposed: readonly PermissionRule[]
  /** False where the sandbox could not start; nothing of the command has run then. */
  readonly begun: boolean
}

/** Prepares a command for the sandbox where it is to run in one. */
export type EnterSandbox = (
  context: ToolContext,
  command: SandboxedStart,
  signal: AbortSignal,
) => Promise<EnteredSandbox>

/** Says what a command may do in the sandbox; null where it runs without one. */
export type DescribeSandbox = (
  context: Pick<ToolContext, 'callId' | 'root' | 'standing'>,
) => Promise<SandboxRules | null>

/** Runs every command as it is. */
export const noSandbox: EnterSandbox = async () => ({ how: 'plain' })

/** The files outside the project that the acts of an allowed command name as what they change. */
export function targetsOf(acts: readonly ToolAct[]): string[] {
  return acts.flatMap(({ access, outside, target, changes }) => {
    const named = (changes?.names ?? []).filter(({ path, pattern }) => !pattern && path.startsWith('/'))
    const edited = access === 'edit' && outside && target.startsWith('/') ? [target] : []
    return [...edited, ...named.map(({ path }) => path)]
  })
}

/** Whether something was blocked that the person can open for another run. */
export function canBeOpened(blocked: readonly SandboxBlock[]): boolean {
  return blocked.some(({ what, denied }) => what !== 'steering' && denied !== true)
}

/** Tells the model in one line what the sandbox blocked. */
export function blockedNote(blocked: readonly SandboxBlock[]): string {
  const words = {
    host: 'the host',
    write: 'writing',
    read: 'reading',
    socket: 'the socket',
    steering: 'a new',
  }
  const said = blocked.map(({ what, name }) =>
    what === 'steering'
      ? `${words[what]} ${name}, which was renamed to ${name}.blocked`
      : `${words[what]} ${name}`,
  )
  return said.length === 0 ? '' : `(the sandbox blocked ${said.join(', ')})`
}
