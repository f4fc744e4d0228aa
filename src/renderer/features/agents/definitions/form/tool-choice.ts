/** Whether an agent is offered all tools, only those of a list, or all but those of a list. */
export type ToolChoice = 'all' | 'allow' | 'deny'

type Lists = Readonly<Record<string, unknown>>

const listsIn = (tools: unknown): Lists =>
  typeof tools === 'object' && tools !== null && !Array.isArray(tools) ? (tools as Lists) : {}

/** Returns the names of one list of a header's tools. */
export function namesIn(tools: unknown, kind: 'allow' | 'deny'): readonly string[] {
  const names = listsIn(tools)[kind]
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : []
}

/** Returns what the tools of a header choose. With both lists the shorter way is the list of the allowed. */
export function toolChoiceOf(tools: unknown): ToolChoice {
  const lists = listsIn(tools)
  if (lists['allow'] !== undefined) return 'allow'
  return lists['deny'] === undefined ? 'all' : 'deny'
}

/** Returns the tools of a header with one list replaced; the other list stays only beside `allow`. */
export function toolsWith(tools: unknown, kind: ToolChoice, names: readonly string[]): unknown {
  if (kind === 'all') return undefined
  const { [kind]: _replaced, ...rest } = listsIn(tools)
  return kind === 'allow' ? { allow: names, ...rest } : { deny: names }
}
