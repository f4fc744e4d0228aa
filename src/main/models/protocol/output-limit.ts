import type { ModelRequest } from '../model.ts'

/** Returns the answer limit to name, in tokens. Null where only a guess would be named: the server knows its own. */
export function outputLimit({ model, reserveOutput }: ModelRequest): number | null {
  if (model.isOutputGuessed === true && reserveOutput >= model.maxOutput) return null
  return Math.max(1, Math.min(reserveOutput, model.maxOutput))
}
