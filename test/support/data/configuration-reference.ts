import { z } from 'zod'
import { SETTING_DESCRIPTIONS } from './setting-descriptions.ts'

/** The part of a JSON schema that the reference shows. */
const Node = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  oneOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})

/** A key of `config.toml` and the values it takes. */
export type SettingRow = { readonly key: string; readonly values: string }

/** Lists the keys of a settings schema, dotted, with the values each one takes. */
export function settingRows(schema: z.ZodType): readonly SettingRow[] {
  const rows = new Map<string, string[]>()
  collect('', z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), rows)
  return [...rows].map(([key, values]) => ({ key, values: [...new Set(values)].join(' or ') }))
}

/** Writes the reference of `config.toml` as Markdown. Throws for a key without a description. */
export function configurationReference(schema: z.ZodType): string {
  const tables = new Map<string, string[]>()
  for (const { key, values } of settingRows(schema)) {
    const description = SETTING_DESCRIPTIONS[key]
    if (description === undefined)
      throw new Error(`Describe ${key} in test/support/data/setting-descriptions.ts.`)
    const table = key.split(/[.[]/)[0] ?? key
    const row = `| \`${key}\` | ${values} | ${description.preset ?? ''} | ${description.text} |`
    tables.set(table, [...(tables.get(table) ?? []), row])
  }
  const head = '| key | values | default | meaning |\n| --- | --- | --- | --- |'
  return [...tables].map(([table, rows]) => `## ${table}\n\n${head}\n${rows.join('\n')}\n`).join('\n')
}

function collect(key: string, schema: unknown, rows: Map<string, string[]>): void {
  const node = Node.parse(schema)
  const choices = node.oneOf ?? node.anyOf
  // The default model takes the same table as each named model; one description is enough.
  if (key === 'model') add(rows, key, 'table')
  else if (choices !== undefined) for (const choice of choices) collect(key, choice, rows)
  else if (/\.<name>\.context$|^context\.profiles\.<name>$/.test(key)) add(rows, key, 'table')
  else if (node.properties !== undefined) {
    for (const [name, child] of Object.entries(node.properties))
      collect(key === '' ? name : `${key}.${name}`, child, rows)
    if (isTable(node.additionalProperties)) collect(`${key}.<name>`, node.additionalProperties, rows)
  } else if (node.type === 'object') collect(`${key}.<name>`, node.additionalProperties, rows)
  else if (node.type === 'array') collect(`${key}[]`, node.items, rows)
  else add(rows, key, valuesOf(node))
}

const isTable = (value: unknown): boolean => typeof value === 'object' && value !== null

function add(rows: Map<string, string[]>, key: string, values: string): void {
  rows.set(key, [...(rows.get(key) ?? []), values])
}

function valuesOf(node: z.infer<typeof Node>): string {
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``
  if (node.enum !== undefined) return node.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (node.type !== 'number' && node.type !== 'integer') return node.type ?? 'any'
  const kind = node.type === 'integer' ? 'whole number' : 'number'
  const bounds = [
    node.minimum !== undefined && `≥ ${node.minimum}`,
    node.exclusiveMinimum !== undefined && `> ${node.exclusiveMinimum}`,
    node.maximum !== undefined && node.maximum < Number.MAX_SAFE_INTEGER && `≤ ${node.maximum}`,
    node.exclusiveMaximum !== undefined && `< ${node.exclusiveMaximum}`,
  ].filter((bound) => bound !== false)
  return [kind, ...bounds].join(' ')
}
