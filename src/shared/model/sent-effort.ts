import { EFFORTS, type Effort } from './efforts.ts'
import type { ModelInfo } from './model.ts'

type Thinking = Pick<ModelInfo, 'reasoning' | 'reasoningEffort' | 'efforts' | 'fixedEffort'>

/**
 * Returns the effort that goes with a request: the one the environment fixes, or else the chosen one, or else the one set for the model. Null: the request
 * names none, and the model decides. A model that does not think is never sent one.
 */
export function sentEffort(
  { reasoning, reasoningEffort, efforts, fixedEffort }: Thinking,
  chosen: Effort | null,
): Effort | null {
  const wanted = reasoning ? (fixedEffort ?? chosen ?? reasoningEffort ?? null) : null
  return wanted === null || efforts === undefined ? wanted : nearest(efforts, wanted)
}

/** Returns the most effort up to the wanted one that a model knows, or else its least. Null: it knows none. */
function nearest(efforts: readonly Effort[], wanted: Effort): Effort | null {
  const known = EFFORTS.filter((effort) => efforts.includes(effort))
  const limit = EFFORTS.indexOf(wanted)
  return known.findLast((effort) => EFFORTS.indexOf(effort) <= limit) ?? known[0] ?? null
}
