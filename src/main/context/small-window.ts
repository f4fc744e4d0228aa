import type { ModelInfo } from '#shared/model/model.ts'

type Windowed = Pick<ModelInfo, 'contextWindow'>

/** In a window of up to this many tokens the usual instructions and tools would leave little for the work. */
const SMALL = 16_384
/** The window that servers on a person's own machine give a model nobody chose one for, and twice as much. */
const TINY = 8_192

/** True for a model that is offered only the tools that work on a project itself cannot do without. */
export function hasSmallWindow({ contextWindow }: Windowed): boolean {
  return contextWindow <= SMALL
}

/** True for a model that is also told everything in few words. */
export function hasTinyWindow({ contextWindow }: Windowed): boolean {
  return contextWindow <= TINY
}
