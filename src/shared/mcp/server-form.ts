import { z } from 'zod'
import { parseJson } from '../parse-json.ts'

const Words = z.string().max(2_000)

/** A field of a form that an MCP server shows. */
export const FormField = z.strictObject({
  name: z.string().min(1).max(200),
  title: Words,
  description: Words,
  kind: z.enum(['text', 'number', 'integer', 'boolean', 'choice', 'choices']),
  required: z.boolean(),
  /** The values to choose from, with their names. */
  options: z.exactOptional(z.array(z.strictObject({ value: Words, label: Words })).max(200)),
  /** The value that is set at first, as text; for several choices as JSON. */
  initial: z.exactOptional(Words),
})
export type FormField = z.infer<typeof FormField>

/** A question of an MCP server: a form to fill, or an address to open. */
export const ServerForm = z.strictObject({
  server: z.string(),
  fields: z.array(FormField).max(50),
  url: z.exactOptional(z.string().max(20_000)),
})
export type ServerForm = z.infer<typeof ServerForm>

/** The values of a form by field. */
export const FormValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
)
export type FormValues = z.infer<typeof FormValues>

/** The person's answer to a server: the values, a refusal, or no answer. */
export type FormAnswer =
  | { readonly action: 'accept'; readonly content: FormValues }
  | { readonly action: 'decline' | 'cancel' }

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
    const chosen = z.array(z.string()).safeParse(parsedOr(entry))
    if (!chosen.success || !chosen.data.every(isOption)) return null
    if (chosen.data.length > 0) return chosen.data
    return required ? null : undefined
  }
  if (entry.trim() === '') return required ? null : undefined
  if (kind === 'choice') return isOption(entry) ? entry : null
  if (kind === 'text') return entry
  const number = Number(entry)
  const isFit = kind === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
  return isFit ? number : null
}

function parsedOr(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
