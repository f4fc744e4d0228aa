import type { CountText } from '../budget/count-tokens.ts'
import { familyPart } from './family-parts.ts'
import { loadsSkills, renderSystem, type SystemInput, type SystemPrompt } from './system.ts'

/** As many as agents of different kinds begin together. */
const KEPT = 4

type Kept = { readonly input: SystemInput; readonly countText: CountText; readonly prompt: SystemPrompt }

/**
 * Renders system prompts and caches the newest. Agents of one kind have equal snapshots, so their prompt is
 * counted and encoded once.
 */
export function createPromptCache(): typeof renderSystem {
  let kept: readonly Kept[] = []
  return (input, countText) => {
    const known = kept.find((one) => one.countText === countText && tellsTheSame(one.input, input))
    if (known !== undefined) return known.prompt
    const prompt = renderSystem(input, countText)
    // The caller's input may hold more, such as a whole conversation.
    const { snapshot, persona, notes, policy, model, tools } = input
    const told = { snapshot, persona, notes, policy, model, ...(tools === undefined ? {} : { tools }) }
    kept = [{ input: told, countText, prompt }, ...kept].slice(0, KEPT)
    return prompt
  }
}

/** All that a prompt is rendered from. */
function tellsTheSame(left: SystemInput, right: SystemInput): boolean {
  return (
    left.persona === right.persona &&
    left.notes === right.notes &&
    loadsSkills(left) === loadsSkills(right) &&
    left.policy.systemFraction === right.policy.systemFraction &&
    left.model.contextWindow === right.model.contextWindow &&
    left.model.label === right.model.label &&
    familyPart(left.model) === familyPart(right.model) &&
    haveSameBlocks(left.snapshot?.sections ?? [], right.snapshot?.sections ?? [])
  )
}

type Sections = NonNullable<SystemInput['snapshot']>['sections']

function haveSameBlocks(left: Sections, right: Sections): boolean {
  return (
    left.length === right.length &&
    left.every(({ kind, renderedBlock }, at) => {
      const other = right[at]
      return kind === other?.kind && renderedBlock === other.renderedBlock
    })
  )
}
