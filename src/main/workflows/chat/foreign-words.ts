import type { ModelRole } from '#shared/model/roles.ts'

/** Short names of models in scripts of Claude Code, by their size. */
const SIZES: ReadonlyMap<string, ModelRole> = new Map([
  ['haiku', 'small'],
  ['sonnet', 'medium'],
  ['opus', 'large'],
])

/** The built-in agents of Claude Code that have a counterpart here. */
const AGENTS: ReadonlyMap<string, string> = new Map([
  ['general-purpose', 'general'],
  ['Explore', 'explore'],
  ['Plan', 'plan'],
])

/** Returns the model that a short name means: its size, null for that of the chat. Undefined: no short name. */
export const modelOfShortName = (word: string): ModelRole | null | undefined =>
  word === 'inherit' ? null : SIZES.get(word)

/** Returns the agent here for a built-in agent of Claude Code; the name itself for any other. */
export const ownAgentName = (name: string): string => AGENTS.get(name) ?? name
