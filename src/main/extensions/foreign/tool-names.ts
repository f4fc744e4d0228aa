import type { PermissionRule } from '#shared/permission/rule.ts'

/** The tools of Claude Code with their counterpart here; null for a tool that has none. */
const COUNTERPARTS: ReadonlyMap<string, string | null> = new Map([
  ['Agent', 'agent'],
  ['AskUserQuestion', 'ask'],
  ['Bash', 'bash'],
  ['BashOutput', 'job'],
  ['Edit', 'edit'],
  ['ExitPlanMode', 'propose_plan'],
  ['Glob', 'glob'],
  ['Grep', 'grep'],
  ['KillShell', null],
  ['LS', 'list'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'notebook_edit'],
  ['NotebookRead', null],
  ['Read', 'read'],
  ['Skill', 'skill'],
  ['SlashCommand', null],
  ['Task', 'agent'],
  ['TodoWrite', 'plan'],
  ['WebFetch', 'web_fetch'],
  ['WebSearch', 'web_search'],
  ['Write', 'write'],
])

/** Returns the tool here for a tool of Claude Code: null without a counterpart, undefined for an unknown name. */
export function counterpartOf(name: string): string | null | undefined {
  return name.startsWith('mcp__') ? name : COUNTERPARTS.get(name)
}

/** Returns the name that Claude Code has for a tool, for hooks that compare it. */
export function foreignNameOf(tool: string): string {
  if (tool === 'agent') return 'Task'
  return foreignNamesOf(tool)[0] ?? tool
}

/** Returns every name that Claude Code has for a tool. */
export function foreignNamesOf(tool: string): readonly string[] {
  return [...COUNTERPARTS].filter(([, own]) => own === tool).map(([foreign]) => foreign)
}

/** Splits a list of tools at commas and spaces outside of brackets. A YAML list is taken as it is. */
export function toolList(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((each) => String(each).trim()).filter((each) => each !== '')
  if (typeof value !== 'string') return []
  const text = value.trim().replace(/^\[(.*)\]$/s, '$1')
  const found = text.match(/[^\s,("']+(?:\([^)]*\))?/g) ?? []
  return found.map((each) => each.trim())
}

/** Returns the name in front of the brackets of `Bash(git add:*)`. */
export const bareName = (entry: string): string => entry.replace(/\(.*$/s, '')

/** Returns the rules that an entry of `allowed-tools` means; none for a tool without a counterpart. */
export function rulesOfEntry(entry: string): readonly PermissionRule[] {
  const [, name = '', within] = /^([^(]+)(?:\((.*)\))?$/s.exec(entry) ?? []
  const tool = counterpartOf(name) ?? (/^[a-z_]+$/.test(name) ? name : null)
  if (tool === null) return []
  if (within === undefined || within === '' || within === '*') return [{ tool, action: 'allow' }]
  return patternsOf(within.trim()).map((pattern) => ({ tool, pattern, action: 'allow' }))
}

/** `git add:*` allows the command alone and with anything behind it. */
function patternsOf(within: string): readonly string[] {
  const [, before] = /^(.*?):\*$/s.exec(within) ?? []
  if (before !== undefined) return [before, `${before} *`]
  return [within.replace(/^\.\//, '')]
}

/** Returns the tools here for names of Claude Code. Names that it does not have stay as they are. */
export function ownToolNames(names: readonly string[]): readonly string[] {
  const own = names.flatMap((name) => {
    const found = counterpartOf(bareName(name))
    return found === undefined ? name : (found ?? [])
  })
  return [...new Set(own)]
}
