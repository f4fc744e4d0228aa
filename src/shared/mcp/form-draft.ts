import { parseJson } from '../parse-json.ts'
import type { FormField, FormValues, ServerForm } from './server-form.ts'

/** The entries of the person: text for each field, `true`/`false` for switches, and JSON for several choices. */
export type FormDraft = Readonly<Record<string, string>>

/** The entries a form begins with. */
export function firstDraft({ fields }: Pick<ServerForm, 'fields'>): FormDraft {
  return Object.fromEntries(
    fields.map(({ name, kind, initial }) => [
      name,
      initial ?? (kind === 'boolean' ? 'false' : kind === 'choices' ? '[]' : ''),
    ]),
  )
}

/** The values of a draft, or the names of the fields that are missing or wrong. */
export type ReadDraft =
  | { readonly ok: true; readonly values: FormValues }
  | { readonly ok: false; readonly wrong: readonly string[] }

/** Reads the entries of a form. Fields that are optional and empty are left out. */
export function readDraft({ fields }: Pick<ServerForm, 'fields'>, draft: FormDraft): ReadDraft {
  const values: FormValues = {}
  const wrong: string[] = []
  for (const field of fields) {
    const value = entryValue(field, draft[field.name] ?? '')
    if (value === null) wrong.push(field.name)
    else if (value !== undefined) values[field.name] = value
  }
  return wrong.length > 0 ? { ok: false, wrong } : { ok: true, values }
}

/** The value of an entry; undefined for an empty optional field, null for a wrong one. */
function entryValue(
  { kind, required, options = [] }: FormField,
  entry: string,
): FormValues[string] | undefined | null {
  const isOption = (value: string) => options.some((option) => option.value === value)
  if (kind === 'boolean') return entry === 'true'
  if (kind === 'choices') {
    const chosen = textsIn(parsedOr(entry))
    if (chosen === null || !chosen.every(isOption)) return null
    if (chosen.length > 0) return chosen
    return required ? null : undefined
  }
  if (entry.trim() === '') return required ? null : undefined
  if (kind === 'choice') return isOption(entry) ? entry : null
  if (kind === 'text') return entry
  const number = Number(entry)
  const isFit = kind === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
  return isFit ? number : null
}

function textsIn(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null
}

function parsedOr(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
