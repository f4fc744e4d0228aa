import { z } from 'zod'
import type { PermissionRule } from './rule.ts'

/**
 * The reason a path is protected. `app_home_read` is a read of the app's own folder. `git_runs` is a
 * repository setting or hook that makes git start a program. `git_inside` means nested repositories, and
 * `git_unclear` means the check failed. `runs_later` is a command that sets up programs which run later; its path is the
 * command. `trigger` is a change of triggers, whose runs start later. All other kinds are writes.
 */
export const GuardKind = z.enum([
  'app_home',
  'app_home_read',
  'git',
  'orrery',
  'claude',
  'mcp',
  'shell',
  'instructions',
  'programs',
  'git_runs',
  'git_inside',
  'git_unclear',
  'runs_later',
  'trigger',
])
export type GuardKind = z.infer<typeof GuardKind>

/** A place that a call would read or change and that steers the app, git, agents or other programs. */
export const GuardedPlace = z.strictObject({ kind: GuardKind, path: z.string() })
export type GuardedPlace = z.infer<typeof GuardedPlace>

/** Kinds that ask only where edits would go unasked: no mode but *Full access* lets them through. */
const MILD: ReadonlySet<GuardKind> = new Set(['instructions', 'programs', 'git_inside'])

/** Whether a place asks a question of its own in every mode. */
export function asksInEveryMode({ kind }: GuardedPlace): boolean {
  return !MILD.has(kind)
}

/** Guard kinds that a permission rule may allow: programs that a repository makes git start. */
const GRANTABLE: ReadonlySet<GuardKind> = new Set(['git_runs', 'git_inside'])

/** The rule that allows exactly what a repository makes git start; null for every other place. */
export function ruleOfGuard({ kind, path }: GuardedPlace): PermissionRule | null {
  if (!GRANTABLE.has(kind)) return null
  return { tool: 'git', pattern: path.replace(/[*\\]/g, '\\$&'), action: 'allow' }
}
