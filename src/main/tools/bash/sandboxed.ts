import type { Socket } from 'node:net'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxBlock, SandboxReceipt, SandboxRules } from '#shared/sandbox/sandbox.ts'
import { isReadOnlyCommand } from '../permission/programs/read-only-command.ts'
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
  /** Whether the command is only git accessing its own settings. */
  readonly opensGitSettings: boolean
  /** It outlives its call, and the person may open its ports. */
  readonly background?: true
}

/** Connects to a port of a command in its sandbox. */
export type Dial = (port: number, signal: AbortSignal) => Promise<Socket>

/** The start of a command: plain, in the sandbox, or not until the person allows it outside. */
export type EnteredSandbox =
  | { readonly how: 'plain' }
  | { readonly how: 'required'; readonly reason: string }
  | {
      readonly how: 'inside'
      readonly start: ShellStart
      readonly environment: Readonly<Record<string, string>>
      readonly rules: SandboxRules
      /** Connects to a port of the command; null where the app cannot reach it. */
      readonly dial: Dial | null
      readonly leave: (output: string, failed: boolean) => Promise<SandboxLeft>
    }

/** The blocked actions of a command, and the rules that would allow exactly those. */
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

/** Returns the sandbox permissions of a command; null without a sandbox. */
export type DescribeSandbox = (
  context: Pick<ToolContext, 'callId' | 'root' | 'standing'>,
) => Promise<SandboxRules | null>

/** Runs every command as it is. */
export const noSandbox: EnterSandbox = async () => ({ how: 'plain' })

/**
 * The files outside the project that the acts of an allowed command name as what they change. Only acts that are judged
 * as outside count: a path in a variable makes rules ask, but the person was not asked about writing there.
 */
export function targetsOf(acts: readonly ToolAct[]): string[] {
  return acts.flatMap(({ access, outside, target, changes }) => {
    if (!outside) return []
    const named = (changes?.names ?? []).filter(({ path, pattern }) => !pattern && path.startsWith('/'))
    const edited = access === 'edit' && target.startsWith('/') ? [target] : []
    return [...edited, ...named.map(({ path }) => path)]
  })
}

/** Subcommands of git that note remotes and branches in the settings of a repository, and those that come before them. */
const NOTES_SETTINGS: ReadonlySet<string> = new Set(
  'init remote push fetch pull branch switch checkout add commit merge tag stash rm mv'.split(' '),
)

/** Words of these that name a program for git to start. */
const NAMES_PROGRAM = /^'?--(up|rec|ex|te)|::/

/** Subcommands of `git submodule` that start no program, and their options. */
const OF_MODULES: ReadonlySet<string> = new Set(['add', 'init', 'update', 'status', 'sync'])
const MODULE_OPTION =
  /^(-[bfqN]|--(init|recursive|depth(=\d+)?|branch(=[\w./-]+)?|force|name|quiet|remote|checkout|progress|no-fetch|single-branch))?$/

/** The one setting before `submodule` that it needs for a repository of this computer. */
const LOCAL_MODULES = /^git -c protocol\.file\.allow=always (?=submodule )/

/**
 * Whether a command consists of nothing but git commands such as those that note something in the settings of a
 * repository. Hooks may still run, so that the settings are checked while it runs and when it ends.
 */
export function opensGitSettings(acts: readonly ToolAct[]): boolean {
  return acts.length > 0 && acts.every(isGitAlone)
}

function isGitAlone({ access, target, unsure, outside, guards = [] }: ToolAct): boolean {
  if (access !== 'execute' || unsure !== undefined || outside || guards.length > 0) return false
  const [name, subcommand = '', ...rest] = target.replace(LOCAL_MODULES, 'git ').split(' ')
  if (name === 'git' && subcommand === 'submodule') return noteModules(rest)
  if (name !== 'git' || rest.some((word) => NAMES_PROGRAM.test(word))) return false
  return NOTES_SETTINGS.has(subcommand) || isReadOnlyCommand(target)
}

function noteModules([action = '', ...rest]: readonly string[]): boolean {
  const options = rest.filter((word) => /^'?-/.test(word))
  return (
    OF_MODULES.has(action) &&
    options.every((word) => word === '--' || MODULE_OPTION.test(word)) &&
    !rest.some((word) => word.includes('::'))
  )
}

/** A change that the sandbox undid or a program that it ended. It is reported, and nothing can open it. */
const REPORTED: ReadonlySet<SandboxBlock['what']> = new Set([
  'steering',
  'git_setting',
  'unsearched',
  'memory',
  'processes',
])

/** Whether the person could be asked to open this for another run. */
export function canOpen({ what }: SandboxBlock): boolean {
  return !REPORTED.has(what)
}

/** Whether something was blocked that the person can open for another run. */
export function canBeOpened(blocked: readonly SandboxBlock[]): boolean {
  return blocked.some((block) => canOpen(block) && block.denied !== true)
}

/** Returns a one-line note for the model about blocked actions. */
export function blockedNote(blocked: readonly SandboxBlock[]): string {
  const words = {
    host: 'the host',
    write: 'writing',
    read: 'reading',
    socket: 'the socket',
    steering: 'a new',
    git_setting: 'the git setting',
    unsearched: 'the next commands: new hooks and agent files could not be searched for in',
    memory: 'more memory than',
    processes: 'more processes than',
  }
  const after = (what: SandboxBlock['what'], name: string) =>
    what === 'steering'
      ? `, which was renamed to ${name}.blocked`
      : what === 'git_setting'
        ? ', so the settings of the repository are as before'
        : what === 'memory' || what === 'processes'
          ? ', so the command was ended'
          : ''
  const said = blocked.map(({ what, name }) => `${words[what]} ${name}${after(what, name)}`)
  return said.length === 0 ? '' : `(the sandbox blocked ${said.join(', ')})`
}
