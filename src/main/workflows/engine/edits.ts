import type { AskedCall, PromptEdit } from '#shared/workflow/memo.ts'
import { type AgentCallInput, keyOf } from './agent-options.ts'
import type { Hash } from './ports.ts'

/** A call with the prompt it is made with, and what the script asked for. */
export type EditedCall = {
  readonly input: AgentCallInput
  readonly key: string
  readonly asked: AskedCall
}

/** The prompts a person changed for a fork. */
export type PromptEdits = { readonly edited: (input: AgentCallInput) => EditedCall }

export function createEdits(hash: Hash, edits: readonly PromptEdit[]): PromptEdits {
  const calls = new Map<string, number>()
  return {
    edited: (input) => {
      const key = keyOf(hash, input)
      const nth = calls.get(key) ?? 0
      calls.set(key, nth + 1)
      const asked = { key, nth }
      const edit = edits.find((each) => each.key === key && each.nth === nth)
      if (edit === undefined) return { input, key, asked }
      const changed = { ...input, prompt: edit.prompt }
      return { input: changed, key: keyOf(hash, changed), asked }
    },
  }
}
