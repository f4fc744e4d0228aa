import { type CommandGroup, commandNamed } from '#shared/commands/registry.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'

/** The name that is being typed behind a slash, or null when the text is no beginning of a command. */
export function commandToken(text: string): string | null {
  const [, token = null, name, word] =
    /^\/([A-Za-z0-9._-]{0,80}(?::[^\s/]{0,120})?|([a-z-]+) ([a-z-]*))$/.exec(text) ?? []
  if (name === undefined || word === undefined) return token
  return completesWords(name) ? token : null
}

/** Whether the list completes the words behind a command. */
const completesWords = (name: string): boolean =>
  name === 'memory' || (commandNamed(name)?.words.length ?? 0) > 0

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

/** Something `/name` can mean: a saved workflow, a command of the app, or `server:prompt` of an MCP server. */
export type Command = Pick<SavedWorkflow, 'name' | 'description' | 'problem'> & {
  readonly source: SavedWorkflow['source'] | 'app' | 'prompt' | 'skill' | 'file'
  /** Other names, the form of the arguments and the group of a command of the app. */
  readonly aliases?: readonly string[]
  readonly hint?: string
  readonly group?: CommandGroup
  /** Why it cannot run here. */
  readonly lack?: string
  /** Whether another command of the name runs in its place. */
  readonly isHidden?: true
}

/**
 * Lists the commands that a token may mean: names and aliases that begin with it, then those with a word that does, then
 * those that hold it; without any, the descriptions that hold it. Where several places have a workflow of one name, the command
 * starts the first; one with the name of a command of the app is listed too, with its problem. Completions behind a name
 * are listed once the name is typed.
 */
export function commandMatches(saved: readonly Command[], token: string): readonly Command[] {
  const names = new Set<string>()
  const first = saved.filter(({ name, isHidden }) => {
    if (isHidden === true) return true
    return !names.has(name) && names.add(name)
  })
  const ranked = first
    .filter(({ name }) => isListed(name, token))
    .map((command, at) => ({ command, at, rank: rankOf(command, token) }))
  if (token === '') return byGroup(ranked).map(({ command }) => command)
  const isNamed = ranked.some(({ rank }) => rank < IN_DESCRIPTION)
  return ranked
    .filter(({ rank }) => rank < (isNamed ? IN_DESCRIPTION : NO_MATCH))
    .toSorted((left, right) => left.rank - right.rank || (left.command.name < right.command.name ? -1 : 1))
    .map(({ command }) => command)
}

type Ranked = { readonly command: Command; readonly at: number }

/** Before anything is typed, groups keep their order, and a group begins with what can run here. */
function byGroup<Item extends Ranked>(ranked: readonly Item[]): readonly Item[] {
  const groups = [...new Set(ranked.map(({ command }) => groupOf(command)))]
  const place = ({ command }: Item) =>
    groups.indexOf(groupOf(command)) * 2 + (command.lack === undefined ? 0 : 1)
  return ranked.toSorted((left, right) => place(left) - place(right) || left.at - right.at)
}

const groupOf = ({ group }: Command): string => group ?? 'yours'

function isListed(name: string, token: string): boolean {
  // Its verbs are listed in its place, because it does nothing without one.
  if (name === 'memory') return false
  const [command = ''] = name.split(' ')
  return command === name || command === 'memory' || token.startsWith(command)
}

const IN_DESCRIPTION = 3
const NO_MATCH = 4
/** Fewer letters are in nearly every description. */
const LEAST_FOR_DESCRIPTION = 3

function rankOf({ name, aliases = [], description }: Command, token: string): number {
  const words = [name, ...aliases]
  if (words.some((word) => word.startsWith(token))) return 0
  if (words.some((word) => word.includes(`-${token}`))) return 1
  if (words.some((word) => word.includes(token))) return 2
  const isLong = token.length >= LEAST_FOR_DESCRIPTION
  return isLong && (description ?? '').toLowerCase().includes(token) ? IN_DESCRIPTION : NO_MATCH
}
