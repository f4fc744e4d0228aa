import type { createModelServer } from './model-server.ts'

type Routes = NonNullable<NonNullable<Parameters<typeof createModelServer>[0]>['routes']>

export type LoadedModel = { readonly model: string; readonly context_length: number }

/** What an Ollama tells of its models, and that it loads one that is asked for. */
export function ollamaRoutes({
  loaded,
  load,
}: {
  readonly loaded: () => readonly LoadedModel[]
  /** Resolves when the model stands among those that are loaded. */
  readonly load: (model: string) => Promise<void>
}): Routes {
  const facts = { 'general.architecture': 'llama', 'llama.context_length': 131_072 }
  return {
    '/api/ps': () => ({ status: 200, body: { models: loaded() } }),
    '/api/show': () => ({ status: 200, body: { model_info: facts } }),
    '/api/generate': async ({ body }) => {
      await load((body as { model: string }).model)
      return { status: 200, body: { done: true } }
    },
  }
}
