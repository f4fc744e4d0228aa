import type { PermissionRule } from '#shared/permission/rule.ts'
import type { NamedPath, ToolAct } from '../tool.ts'
import { matchesPath } from './match.ts'
import { type MeetBudget, mayMeet, meetBudget } from './may-meet.ts'

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
  budget: MeetBudget = meetBudget(),
): PermissionRule | undefined {
  const patterns = names.filter((name) => name.pattern).flatMap(({ path }) => [path, `${path}/${ANY_NAME}`])
  if (patterns.length === 0) return undefined
  return rules.find(
    ({ action, pattern }) =>
      action !== 'allow' &&
      pattern !== undefined &&
      patterns.some((named) => mayMeet(named, pattern, home, budget)),
  )
}

const EDIT_TOOLS = new Set(['edit', 'write', '*'])

/** The rules of a list that are about changing certain paths. */
export function editingRules(rules: readonly PermissionRule[]): PermissionRule[] {
  return rules.filter((rule) => rule.pattern !== undefined && EDIT_TOOLS.has(rule.tool))
}

/** The rule that refuses a change of a file which the command is known to change, or null. */
export function refusedChange(
  act: ToolAct,
  rules: readonly PermissionRule[],
  home: string,
): PermissionRule | null {
  if (act.changes?.certainty !== 'writes') return null
  return ruleOn(act, editingRules(rules), home, 'deny')
}

/** A rule that refuses or asks about a file which the command may change, also one below a folder it names. */
export function ruleAgainstChange(
  act: ToolAct,
  rules: readonly PermissionRule[],
  home: string,
  budget?: MeetBudget,
): PermissionRule | null {
  if (act.changes === undefined) return null
  const editing = editingRules(rules)
  const direct = ruleOn(act, editing, home, 'deny') ?? ruleOn(act, editing, home, 'ask')
  if (direct !== null) return direct
  const { certainty, names, folders: wide } = act.changes
  const all = certainty === 'writes' ? names.filter((name) => !name.pattern).map(({ path }) => path) : []
  const folders = wide ?? all
  return (
    editing.find((rule) => folders.some((folder) => liesBelow(rule, folder))) ??
    met(act, editing, home, budget)
  )
}

function ruleOn(
  act: ToolAct,
  rules: readonly PermissionRule[],
  home: string,
  action: 'deny' | 'ask',
): PermissionRule | null {
  const targets = readsOf(act.changes?.names ?? []).map(({ target }) => target)
  const found = rules.find(
    (rule) =>
      rule.action === action &&
      rule.pattern !== undefined &&
      targets.some((target) => matchesPath(rule.pattern ?? '', target, home, 'any')),
  )
  return found ?? null
}

function met(
  act: ToolAct,
  rules: readonly PermissionRule[],
  home: string,
  budget: MeetBudget | undefined,
): PermissionRule | null {
  return ruleMet(act.changes?.names ?? [], rules, home, budget) ?? null
}

/** Whether a rule that closes a file is about one below a folder. */
function liesBelow({ action, pattern }: PermissionRule, folder: string): boolean {
  if (action === 'allow' || pattern === undefined) return false
  const text = pattern.replace(/^\.\//, '')
  if (folder === '.' || text.startsWith(`${folder}/`)) return true
  const literal = text.slice(0, text.indexOf('*'))
  // The wildcards may mean this folder too. A name that may be anywhere is looked for on the disk.
  return text.includes('*') && literal.includes('/') && `${folder}/`.startsWith(literal)
}
