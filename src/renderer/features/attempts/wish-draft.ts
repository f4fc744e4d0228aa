import type { ModelRef } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'

/** One attempt as the form has it. `id` keeps its row. */
export type WishDraft = {
  readonly id: number
  readonly model: ModelRef
  readonly effort: Effort | null
  readonly words: string
}
