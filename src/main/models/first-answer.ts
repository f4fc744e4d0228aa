import type { Model, ModelChunk, ModelRequest } from './model.ts'

/** A model that says when it has given its first whole answer. From then on nothing stands before it. */
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
