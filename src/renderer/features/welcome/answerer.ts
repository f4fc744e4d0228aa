import type { ModelRef } from '#shared/ids.ts'
import type { DetectedServer, ModelListing } from '#shared/model/model.ts'

/** The source of answers: the built-in interpreter, a local server or a provider with a key. */
export type Answerer = 'practice' | 'local' | 'key'

export const PRACTICE: ModelRef = 'orrery/practice'

/** Returns the source of the default model. */
export function answererOf(models: readonly ModelListing[]): Answerer {
  const model = models.find((each) => each.isDefault)
  if (model === undefined || model.source === 'builtin') return 'practice'
  return isLocal(model) ? 'local' : 'key'
}

/** The first model of a server that runs on this machine, or null. */
export function localModel(
  models: readonly ModelListing[],
  servers: readonly DetectedServer[] | null,
): ModelRef | null {
  const running = new Set((servers ?? []).filter((server) => server.running).map((server) => server.baseUrl))
  const usable = models.filter((model) => isLocal(model))
  return (
    (usable.find((model) => model.baseUrl !== null && running.has(model.baseUrl)) ?? usable[0])?.ref ?? null
  )
}

/** The models that need a key of the person's own. */
export function ownKeyModels(models: readonly ModelListing[]): readonly ModelListing[] {
  return models.filter((model) => model.source !== 'builtin' && !isLocal(model))
}

/** A server on this machine that wants a key only hands on what it is asked, so it counts as a provider. */
function isLocal(model: ModelListing): boolean {
  if (model.key !== 'not_needed') return false
  return model.baseUrl !== null && /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(model.baseUrl)
}
