import { PRACTICE_ID, PRACTICE_PROVIDER } from '#shared/model/known-providers.ts'
import type { ModelInfo } from '#shared/model/model.ts'

/** The data of the built-in Practice model. It runs locally, so it costs nothing. */
export const PRACTICE_INFO: ModelInfo = {
  ref: `${PRACTICE_PROVIDER}/${PRACTICE_ID}`,
  id: PRACTICE_ID,
  provider: PRACTICE_PROVIDER,
  api: 'builtin',
  label: 'Practice model',
  contextWindow: 128_000,
  maxOutput: 64_000,
  reasoning: false,
  inputPrice: 0,
  outputPrice: 0,
}
