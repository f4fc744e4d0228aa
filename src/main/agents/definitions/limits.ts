import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Tool } from '../../tools/tool.ts'

const STRICTNESS: Readonly<Record<PermissionMode, number>> = { bypass: 0, accept_edits: 1, ask: 2, plan: 3 }

/** The mode in which less may be done without asking. Undefined is no opinion. */
export function stricterMode(left: PermissionMode, right: PermissionMode | undefined): PermissionMode {
  return right === undefined || STRICTNESS[left] >= STRICTNESS[right] ? left : right
}

/** The tools an agent is offered out of those there are, in their order. */
export function toolsOf<T extends Pick<Tool, 'name'>>(
  { tools }: Pick<AgentDefinition, 'tools'>,
  all: readonly T[],
): readonly T[] {
  const { allow, deny } = tools
  if (allow === undefined && deny === undefined) return all
  return all.filter(({ name }) => (allow === undefined || has(allow, name)) && !has(deny ?? [], name))
}

/** The tools that each of these agents is offered. */
export function toolsWithin<T extends Pick<Tool, 'name'>>(
  agents: readonly { readonly definition: Pick<AgentDefinition, 'tools'> }[],
  all: readonly T[],
): readonly T[] {
  return agents.reduce((left, { definition }) => toolsOf(definition, left), all)
}

const has = (list: readonly string[], name: string): boolean => list.includes(name) || list.includes('*')

/** Returns the entries in both lists. A missing list holds everything. */
export function bothLists(
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
): string[] | undefined {
  if (left === undefined || right === undefined) return copyOf(left ?? right)
  if (left.includes('*')) return [...right]
  return right.includes('*') ? [...left] : left.filter((name) => right.includes(name))
}

/** Returns the entries in either list. */
export function eitherList(
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
): string[] | undefined {
  if (left === undefined || right === undefined) return copyOf(left ?? right)
  return [...new Set([...left, ...right])]
}

const copyOf = (list: readonly string[] | undefined) => (list === undefined ? undefined : [...list])
