import type { Model, ModelChunk, ModelRequest } from '../model.ts'

/** Wraps a model and calls `then` after its first whole answer; later requests pass straight through. */
export function afterFirstAnswer(model: Model, then: () => void): Model {
  let isAnswered = false
  async function* first(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    yield* model.stream(request, signal)
    if (isAnswered) return
    isAnswered = true
    then()
  }
  return {
    ...model,
    stream: (request, signal) => (isAnswered ? model.stream(request, signal) : first(request, signal)),
  }
}
