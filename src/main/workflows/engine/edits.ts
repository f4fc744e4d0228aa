import { type AgentCallInput, keyOf } from './agent-options.ts'
import type { Hash } from './ports.ts'

/** Another prompt for one agent: for the call that was made with this key, and the how-manieth of its kind it was. */
export type PromptEdit = { readonly key: string; readonly nth: number; readonly prompt: string }

/** The prompts a person changed for a fork. */
export type PromptEdits = { readonly edited: (input: AgentCallInput) => AgentCallInput }

export function createEdits(hash: Hash, edits: readonly PromptEdit[]): PromptEdits {
  const calls = new Map<string, number>()
  return {
    edited: (input) => {
      if (edits.length === 0) return input
      const key = keyOf(hash, input)
      const nth = calls.get(key) ?? 0
      calls.set(key, nth + 1)
      const edit = edits.find((each) => each.key === key && each.nth === nth)
      return edit === undefined ? input : { ...input, prompt: edit.prompt }
    },
  }
}
