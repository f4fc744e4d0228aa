import { z } from 'zod'

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
