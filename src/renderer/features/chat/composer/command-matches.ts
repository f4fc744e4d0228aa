import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'

/** The name that is being typed behind a slash, or null when the text is no beginning of a command. */
export function commandToken(text: string): string | null {
  return /^\/([a-z0-9-]{0,80}|memory [a-z]*)$/.exec(text)?.[1] ?? null
}

/** The name of the command a text is, with or without arguments, or null. */
export function commandName(text: string): string | null {
  return /^\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:\s|$)/.exec(text.trim())?.[1] ?? null
}

/** The command that leads to the monitor. It goes before a workflow of this name. */
export const RUNS_COMMAND = 'workflows'

/** Returns the run named by `/workflows`, or null for all. Undefined for other texts. */
export function runAskedFor(text: string): string | null | undefined {
  const [whole, id] = /^\/workflows(?:\s+(\S+))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : (id ?? null)
}

/** Commands of the app that show something and change nothing in the chat. They go before workflows of these names. */
export type ChatCommand =
  | { readonly kind: 'recap' | 'summary' }
  | { readonly kind: 'memory'; readonly words: string }

/** Returns the app command of a text, or null for other texts. */
export function chatCommand(text: string): ChatCommand | null {
  const [, name, words = ''] = /^\/(recap|summary|memory)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  if (name === 'memory') return { kind: 'memory', words }
  return (name === 'recap' || name === 'summary') && words === '' ? { kind: name } : null
}

/** Something `/name` can mean: a saved workflow, or a command of the app. */
export type Command = Pick<SavedWorkflow, 'name' | 'description' | 'problem'> & {
  readonly source: SavedWorkflow['source'] | 'app'
}

/**
 * The workflows a token may mean: names that begin with it, then names with a word that does, then names that hold it.
 * Where several places have a workflow of one name, the command starts the first.
 */
export function commandMatches(saved: readonly Command[], token: string): readonly Command[] {
  const names = new Set<string>()
  const first = saved.filter(({ name }) => !names.has(name) && names.add(name))
  return first
    .map((workflow) => ({ workflow, rank: rankOf(workflow.name, token) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((left, right) => left.rank - right.rank || (left.workflow.name < right.workflow.name ? -1 : 1))
    .map(({ workflow }) => workflow)
}

const NO_MATCH = 3

function rankOf(name: string, token: string): number {
  if (name.startsWith(token)) return 0
  if (name.includes(`-${token}`)) return 1
  return name.includes(token) ? 2 : NO_MATCH
}
