import type { ModelInfo } from '#shared/model/model.ts'
import gemini from './families/gemini.md?raw'

type FamilyPart = { readonly family: string; readonly names: RegExp; readonly text: string }

/**
 * Parts of the system prompt for families of models, each in a file of its own. A part needs a failure that the vendor
 * documents or users report, and is as short as it can be: no scripted model can show what a text gains.
 */
const PARTS: readonly FamilyPart[] = [
  // Gemini ends answers with MALFORMED_FUNCTION_CALL after calls in Python (reports up to 2026-11).
  { family: 'gemini', names: /^gemini-/i, text: gemini.trim() },
]

/** Returns the part of the system prompt that the family of a model brings; empty for none. */
export function familyPart({ id }: Pick<ModelInfo, 'id'>): string {
  const name = id.slice(id.lastIndexOf('/') + 1)
  return PARTS.find(({ names }) => names.test(name))?.text ?? ''
}
