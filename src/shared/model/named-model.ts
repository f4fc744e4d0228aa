import type { ModelInfo } from './model.ts'

/** Finds the model that a file or a script names by its reference, its id or its label. */
export function namedModel<Info extends Pick<ModelInfo, 'ref' | 'id' | 'label'>>(
  models: readonly Info[],
  name: string,
): Info | undefined {
  return models.find(({ ref, id, label }) => ref === name || id === name || label === name)
}
