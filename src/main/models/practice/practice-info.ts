import type { ModelInfo } from '#shared/model/model.ts'

/** What the runtime knows of the built-in Practice model. It runs here, so it costs nothing. */
export const PRACTICE_INFO: ModelInfo = {
  ref: 'orrery/practice',
  id: 'practice',
  provider: 'orrery',
  api: 'builtin',
  label: 'Practice model',
  contextWindow: 128_000,
  maxOutput: 64_000,
  reasoning: false,
  inputPrice: 0,
  outputPrice: 0,
}
