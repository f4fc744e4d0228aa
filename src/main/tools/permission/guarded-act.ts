import { asksInEveryMode, type GuardedPlace, ruleOfGuard } from '#shared/permission/guard.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { ToolAct } from '../tool.ts'
import { literalText } from './pattern.ts'
import { guardByName } from './protected-path.ts'

/** The places that an act would read or change and that steer other things. */
export function guardsOf(act: ToolAct): readonly GuardedPlace[] {
  if (act.guards !== undefined) return act.guards
  const guard = act.access === 'edit' ? guardByName(act.target) : null
  return guard === null ? [] : [guard]
}

/** The act without what its repository may start and the person allowed by exactly those words. */
export function withoutAllowedPrograms(act: ToolAct, rules: readonly PermissionRule[]): ToolAct {
  if (act.guards === undefined || !act.guards.some((guard) => ruleOfGuard(guard) !== null)) return act
  const about = rules.filter(({ tool }) => tool === 'git')
  const guards = act.guards.filter((guard) => {
    const rule = ruleOfGuard(guard)
    const found = about.filter(({ pattern }) => pattern === rule?.pattern)
    return rule === null || found.length === 0 || found.some(({ action }) => action !== 'allow')
  })
  return { ...act, guards }
}

/** The place that makes an act ask, or null. With `everyMode` only those that ask whatever the mode is. */
export function askingGuard(act: ToolAct, everyMode: boolean): GuardedPlace | null {
  return guardsOf(act).find((guard) => !everyMode || asksInEveryMode(guard)) ?? null
}

/**
 * Whether the words of a rule about files name a place, so that it is meant. For the app's own folder none does, and
 * no rule about commands.
 */
export function namesGuard({ pattern, tool }: PermissionRule, act: ToolAct, guard: GuardedPlace): boolean {
  if (pattern === undefined || act.access !== 'edit' || !EDIT_TOOLS.has(tool)) return false
  if (guard.kind === 'app_home' || guard.kind === 'app_home_read') return false
  const literal = literalText(pattern).replace(/^\.\//, '')
  if (literal === guard.path || literal.startsWith(`${guard.path}/`)) return true
  return guardByName(literal)?.kind === guard.kind
}

const EDIT_TOOLS: ReadonlySet<string> = new Set(['edit', 'write', '*'])

/** Why a place asks, in words for the log and for other processes. */
export function guardReason({ kind, path }: GuardedPlace): string {
  if (kind === 'git_runs') return `Git may start another program that its repository names: ${path}.`
  if (kind === 'git_inside') return 'Git may start programs of the repositories inside this one.'
  if (kind === 'git_unclear')
    return `Git may start another program: its repository cannot be checked: ${path}.`
  if (kind === 'runs_later')
    return `This would allow programs to run later without a question, so it always asks: ${path}.`
  if (kind === 'trigger')
    return `Triggers start runs later, also while you are away, so a change always asks: ${path}.`
  if (kind === 'app_home_read') return `${path} belongs to Orrery itself, so reading it always asks.`
  if (kind === 'instructions') return `${path} tells agents what to do, so a change asks.`
  if (kind === 'programs') return `${path} can make other programs run things, so a change asks.`
  return `${path} can make other programs run things, so it always asks.`
}
