import type { Effort } from './efforts.ts'
import type { ModelInfo } from './model.ts'

/**
 * Returns the effort that goes with a request: the chat's, or else the one set for the model. Null: the request names
 * none, and the model decides. A model that does not think is never sent one.
 */
export function sentEffort(
  { reasoning, reasoningEffort }: Pick<ModelInfo, 'reasoning' | 'reasoningEffort'>,
  chosen: Effort | null,
): Effort | null {
  return reasoning ? (chosen ?? reasoningEffort ?? null) : null
}
