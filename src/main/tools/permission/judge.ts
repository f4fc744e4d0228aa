import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import type { Standing, ToolAct } from '../tool.ts'
import { withinFolders } from './extra-folders.ts'
import { askingGuard, guardReason, guardsOf, namesGuard, withoutAllowedPrograms } from './guarded-act.ts'
import { type MatchCase, matchesCommand, matchesPath } from './match.ts'
import { type MeetBudget, meetBudget } from './may-meet.ts'
import {
  editingRules,
  readingRules,
  readsOf,
  refusedChange,
  ruleAgainstChange,
  ruleMet,
} from './named-paths.ts'
import { isNearRefusal } from './near-refusal.ts'
import { hasWildcard, literalText } from './pattern.ts'
import { isReadOnlyCommand } from './programs/read-only-command.ts'
import { refusalSentence } from './refusal.ts'
import { isWideUse } from './wide-use.ts'

/** A call, and everything it is judged by. */
export type JudgeInput = Standing & {
  readonly tool: string
  readonly acts: readonly ToolAct[]
  /** The budget for comparing the file patterns of all acts together. */
  readonly budget?: MeetBudget
}

export type Verdict = {
  readonly verdict: Permission
  /** For the person when it asks, for the model when it denies. */
  readonly reason: string
  /** The rule that decided, if one did. */
  readonly matched: PermissionRule | null
  /** The reason of a denial, if it is one. */
  readonly by?: 'rule' | 'plan_mode'
  /** Present where all of it may run and a command in it runs unasked because it only reads. */
  readonly readsUnasked?: true
  /** The grants that let its acts through, where all of it may run. */
  readonly granted?: readonly PermissionRule[]
}

const STRICTNESS: Record<Permission, number> = { allow: 0, ask: 1, deny: 2 }
const EDIT_TOOLS = new Set(['edit', 'write'])

/** Decides whether a call may run. The strictest verdict over its acts holds; a call that does nothing may run. */
export function judge(given: JudgeInput): Verdict {
  const input = { ...given, budget: meetBudget() }
  const nothing: Verdict = {
    verdict: 'allow',
    reason: 'It neither changes nor runs anything.',
    matched: null,
  }
  const acts = input.acts.map((act) => withinFolders(act, input.folders))
  const verdicts = acts.map((act) => judgeAct(act, { ...input, acts }))
  const verdict = verdicts.reduce(stricter, verdicts[0] ?? nothing)
  const granted = verdicts.flatMap(({ matched }) =>
    matched && input.grants.includes(matched) ? [matched] : [],
  )
  if (verdict.verdict !== 'allow') return verdict
  const reads = verdicts.some(({ readsUnasked }) => readsUnasked === true)
  return {
    ...verdict,
    ...(reads ? { readsUnasked: true as const } : {}),
    ...(granted.length > 0 ? { granted } : {}),
  }
}

function judgeAct(given: ToolAct, input: JudgeInput): Verdict {
  const { mode } = input
  const act = withoutAllowedPrograms(given, [...input.rules.flat(), ...input.grants])
  const ruled = strictest(ruleVerdict(act, input), namesVerdict(act, input))
  if (ruled?.verdict === 'deny') return ruled
  const guarded = guardVerdict(act, input)
  if (mode === 'bypass') return guarded ?? bypassed(act, input)
  const reads = act.access === 'read' || isSurelyReadOnly(act) || act.external?.onlyReads === true
  if (mode === 'plan' && !reads) return deniedByMode()
  if (guarded !== null) return guarded
  const near = nearRefusal(act, input)
  const granted = input.grants.findLast((rule) => rule.action === 'allow' && grants(rule, act, input))
  if (granted !== undefined && (near === null || !hasWildcard(granted.pattern ?? '*')))
    return { verdict: 'allow', reason: 'You allowed this before.', matched: granted }
  if (near !== null) return near
  if (ruled !== null) return ruled
  if (act.overPerson === true) return ask('It would replace what you wrote yourself.')
  if (act.external !== undefined) return ask(act.external.reason ?? 'It calls a tool of an MCP server.')
  if (isHeldInside(act, input)) return allow('It runs in the sandbox, inside the project.')
  if (act.unsure !== undefined) return ask(`The command cannot be checked with certainty: ${act.unsure}.`)
  if (act.outside) return ask('It reaches outside the project folder.')
  if (act.access === 'read' || (mode === 'plan' && reads))
    return allow('Looking inside the project is allowed.')
  if (reads && input.readsUnasked === true)
    return { ...allow('Commands that only read inside the project are allowed.'), readsUnasked: true }
  if (mode === 'accept_edits' && act.access === 'edit') return allow('Edits inside the project are accepted.')
  return ask(ASKS[act.access])
}

/** A command that the sandbox holds inside the project, where the person accepts changes. */
function isHeldInside(act: ToolAct, { mode, sandboxed, tool }: JudgeInput): boolean {
  const { access, outside, unsure } = act
  if (mode !== 'accept_edits' || sandboxed !== true || outside) return false
  // A file whose name only the shell knows is written inside too.
  return access === 'execute' || (tool === 'bash' && access === 'edit' && unsure !== undefined)
}

/** A place that steers the app, git, agents or other programs asks, unless a rule that names it lets it through. */
function guardVerdict(act: ToolAct, input: JudgeInput): Verdict | null {
  const guard = askingGuard(act, input.mode === 'bypass')
  if (guard === null || (guard.kind === 'git_inside' && isHeldInside(act, input))) return null
  const meant = [...input.rules.flat(), ...input.grants].some(
    (rule) => rule.action === 'allow' && allows(rule, act, input),
  )
  return meant ? null : ask(guardReason(guard))
}

/** Returns the acts that may be refused: a command that mentions a refused program or names a file that is closed to edits. */
function nearRefusal(act: ToolAct, input: JudgeInput): Verdict | null {
  if (act.access !== 'execute') return null
  const rule = [...input.rules.flat(), ...input.grants].find(
    (each) => each.action === 'deny' && nearlyRefuses(each, act, input),
  )
  return rule === undefined ? changedVerdict(act, input) : mayRun(rule)
}

/** A program that may change a file it names is judged by the rules about editing that file. */
function changedVerdict(act: ToolAct, input: JudgeInput): Verdict | null {
  const rule = ruleAgainstChange(act, [...input.rules.flat(), ...input.grants], input.home, input.budget)
  if (rule === null) return null
  return { verdict: 'ask', reason: 'It may change a file that a rule closes.', matched: rule }
}

function mayRun(rule: PermissionRule): Verdict {
  return { verdict: 'ask', reason: 'It may run something that a rule refuses.', matched: rule }
}

function nearlyRefuses(rule: PermissionRule, act: ToolAct, input: JudgeInput): boolean {
  if (rule.pattern === undefined || act.access !== 'execute' || !concerns(rule, act, input)) return false
  return isNearRefusal(rule.pattern, act)
}

const ASKS: Readonly<Record<ToolAct['access'], string>> = {
  read: 'It looks at something.',
  edit: 'It changes a file.',
  execute: 'It runs a command.',
  remember: 'It keeps something for later chats.',
}

/** Without questions a refusal is the only guard left, so a command that could hide from one still asks. */
function bypassed(act: ToolAct, input: JudgeInput): Verdict {
  const rules = input.rules.flat().filter((rule) => rule.action === 'deny')
  const reading = act.access === 'execute' ? readingRules(rules) : []
  const met = ruleMet(act.names ?? [], reading, input.home, input.budget)
  if (met !== undefined) return mayRead(met)
  const near = rules.find((rule) => nearlyRefuses(rule, act, input))
  if (near !== undefined) return mayRun(near)
  const changed = changedVerdict(act, input)
  if (changed !== null) return changed
  const closing = act.access === 'execute' ? editingRules(rules) : []
  const guards = [...reading, ...closing].length > 0 || rules.some((rule) => concerns(rule, act, input))
  if (act.unsure === undefined || !guards) return allow('Permission checks are off.')
  return ask(`Some things are forbidden, and this command cannot be checked with certainty: ${act.unsure}.`)
}

/** A command that names a file is judged by the rules for reading it too; these never let a command through. */
function namesVerdict(act: ToolAct, input: JudgeInput): Verdict | null {
  const closed = refusedChange(act, [...input.rules.flat(), ...input.grants], input.home)
  if (closed !== null) return denied(closed)
  if (act.names === undefined || act.names.length === 0) return null
  const rules = input.rules.map(readingRules)
  const acts = readsOf(act.names)
  const reading: JudgeInput = { ...input, tool: 'read', acts, rules, grants: readingRules(input.grants) }
  const verdicts = acts
    .map((read) => ruleVerdict(read, reading))
    .filter((verdict) => verdict?.verdict !== 'allow')
  const met = ruleMet(act.names, [...rules.flat(), ...reading.grants], input.home, input.budget)
  return [...verdicts, met === undefined ? null : mayRead(met)].reduce(strictest, null)
}

function mayRead(rule: PermissionRule): Verdict {
  const reason =
    'It may read a file that a rule keeps from being read: a file pattern in it could mean that file.'
  return { verdict: 'ask', reason, matched: rule }
}

function ruleVerdict(act: ToolAct, input: JudgeInput): Verdict | null {
  let found: Verdict | null = null
  for (const layer of input.rules) {
    const verdict = layerVerdict(layer, act, input)
    if (verdict !== null) found = found === null ? verdict : stricter(found, verdict)
  }
  const refused = input.grants.find((rule) => rule.action === 'deny' && refuses(rule, act, input))
  return refused === undefined ? found : denied(refused)
}

/**
 * The last matching rule of a list wins. A wider reading counts for `ask` and `deny` than for `allow`, so a
 * later `allow` only lifts an earlier refusal when it covers the act as it stands.
 */
function layerVerdict(layer: readonly PermissionRule[], act: ToolAct, input: JudgeInput): Verdict | null {
  let allowed: Verdict | null = null
  for (const rule of layer.toReversed()) {
    if (rule.action === 'allow' && allows(rule, act, input)) {
      allowed ??= { verdict: 'allow', reason: 'A rule allows it.', matched: rule }
      if (speaksOf(rule, act, input)) return allowed
    }
    if (rule.action === 'deny' && refuses(rule, act, input)) return denied(rule)
    if (rule.action === 'ask' && refuses(rule, act, input)) {
      return { verdict: 'ask', reason: 'A rule asks each time.', matched: rule }
    }
  }
  return allowed
}

/** A rule about commands allows what they write to, but does not lift what a rule about files has refused. */
function speaksOf(rule: PermissionRule, act: ToolAct, { tool, acts }: JudgeInput): boolean {
  const isAboutCommands = rule.tool === tool && acts.some(({ access }) => access === 'execute')
  return act.access === 'execute' || !isAboutCommands
}

/** A permission with other arguments reaches no further than the rule it would store. */
function grants(rule: PermissionRule, act: ToolAct, input: JudgeInput): boolean {
  if (!allows(rule, act, input)) return false
  if (act.access !== 'execute' || rule.tool !== 'bash' || rule.pattern === undefined) return true
  return !hasWildcard(rule.pattern) || isWideUse(act.target)
}

function allows(rule: PermissionRule, act: ToolAct, input: JudgeInput): boolean {
  if (act.unsure !== undefined || act.overPerson === true || !concerns(rule, act, input)) return false
  const guards = guardsOf(act)
  if (rule.pattern === undefined) return !act.outside && guards.length === 0
  if (!covers(rule.pattern, act.target, act, input.home, 'exact')) return false
  const literal = literalText(rule.pattern)
  if (widens(rule.pattern, literal, act)) return false
  if (guards.some((guard) => !namesGuard(rule, act, guard))) return false
  return !act.outside || namesOutside(literal)
}

/** A wildcard does not allow the word with which a command starts programs or writes files. */
function widens(pattern: string, literal: string, { exactOnly }: ToolAct): boolean {
  if (exactOnly === undefined || !hasWildcard(pattern) || pattern === '*') return false
  return !literal.split(' ').includes(exactOnly)
}

function refuses(rule: PermissionRule, act: ToolAct, input: JudgeInput): boolean {
  if (!concerns(rule, act, input) && rule.tool !== act.alsoTool) return false
  const { pattern } = rule
  if (pattern === undefined) return true
  return [act.target, ...(act.alsoMatches ?? [])].some((form) =>
    covers(pattern, form, act, input.home, 'any'),
  )
}

/** A rule for `edit` covers `write` and what a command redirects into a file, and the reverse; so for reading. */
function concerns(rule: PermissionRule, act: ToolAct, { tool }: JudgeInput): boolean {
  if (rule.tool === '*' || rule.tool === tool) return true
  if (act.external !== undefined) return act.external.ruleNames.includes(rule.tool)
  return act.access === 'edit' ? EDIT_TOOLS.has(rule.tool) : act.access === 'read' && rule.tool === 'read'
}

function covers(pattern: string, form: string, act: ToolAct, home: string, matchCase: MatchCase): boolean {
  if (act.access === 'execute') return matchesCommand(pattern, form, matchCase)
  return matchesPath(pattern, form, home, matchCase)
}

/** Only a pattern that spells a place outside lets anything through there. */
function namesOutside(literal: string): boolean {
  return /(^|[\s='"@])(~|\/|\\\\|[A-Za-z]:[\\/]|\.\.([\\/]|$))/.test(literal)
}

/** True when nothing of it changes anything, as far as can be told before it is done. */
export function looksOnly(acts: readonly ToolAct[]): boolean {
  return acts.every((act) => act.access === 'read' || (isSurelyReadOnly(act) && guardsOf(act).length === 0))
}

function isSurelyReadOnly(act: ToolAct): boolean {
  if (act.external !== undefined) return false
  if (act.access !== 'execute' || act.unsure !== undefined || act.exactOnly !== undefined) return false
  return isReadOnlyCommand(act.target)
}

function strictest(left: Verdict | null, right: Verdict | null): Verdict | null {
  if (left === null || right === null) return left ?? right
  return stricter(left, right)
}

function stricter(left: Verdict, right: Verdict): Verdict {
  return STRICTNESS[right.verdict] > STRICTNESS[left.verdict] ? right : left
}

function denied(rule: PermissionRule): Verdict {
  return { verdict: 'deny', reason: refusalSentence({ by: 'rule', rule }), matched: rule, by: 'rule' }
}

function allow(reason: string): Verdict {
  return { verdict: 'allow', reason, matched: null }
}

function ask(reason: string): Verdict {
  return { verdict: 'ask', reason, matched: null }
}

function deniedByMode(): Verdict {
  const by = 'plan_mode'
  return { verdict: 'deny', reason: refusalSentence({ by }), matched: null, by }
}
