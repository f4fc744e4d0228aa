import type { ModelInfo } from '#shared/model/model.ts'

type Windowed = Pick<ModelInfo, 'contextWindow'>

/** Up to this window the tools for large jobs would take a tenth of it. */
const SMALL = 49_152
/** Up to this window the usual share for instructions is too little. */
const CRAMPED = 16_384
/** The default window of local model servers, and twice that. */
const TINY = 8_192

/** Whether a model gets only the tools for work on the project itself. */
export function hasSmallWindow({ contextWindow }: Windowed): boolean {
  return contextWindow <= SMALL
}

/** Whether instructions may take a larger share than usual. */
export function hasCrampedWindow({ contextWindow }: Windowed): boolean {
  return contextWindow <= CRAMPED
}

/** Whether a model is also told everything in few words. */
export function hasTinyWindow({ contextWindow }: Windowed): boolean {
  return contextWindow <= TINY
}
