import type { PermissionRule } from '#shared/permission/rule.ts'
import type { NamedPath, ToolAct } from '../tool.ts'
import { mayMeet } from './may-meet.ts'

/** A name that no rule has in mind, so that a rule which covers it covers everything in its folder. */
export const ANY_NAME = '\u0001'

/** The rules of a list that are about reading certain paths. One without a path is about the tool as a whole. */
export function readingRules(layer: readonly PermissionRule[]): PermissionRule[] {
  return layer.filter((rule) => rule.pattern !== undefined && (rule.tool === 'read' || rule.tool === '*'))
}

/** Reading what a command names: the file itself, or everything in the folder. */
export function readsOf(names: readonly NamedPath[]): ToolAct[] {
  return names
    .filter((name) => !name.pattern)
    .flatMap(({ path }) => [path, path === '.' ? ANY_NAME : `${path}/${ANY_NAME}`])
    .map((target) => ({ access: 'read', target, outside: false, proposedRule: null }))
}

/** The first rule that forbids or asks about something a file pattern of the command may name. */
export function ruleMet(
  names: readonly NamedPath[],
  rules: readonly PermissionRule[],
  home: string,
): PermissionRule | undefined {
  const patterns = names.filter((name) => name.pattern).flatMap(({ path }) => [path, `${path}/${ANY_NAME}`])
  if (patterns.length === 0) return undefined
  return rules.find(
    ({ action, pattern }) =>
      action !== 'allow' && pattern !== undefined && patterns.some((named) => mayMeet(named, pattern, home)),
  )
}
