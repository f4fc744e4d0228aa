/** One field of the form that is made from the JSON Schema of a script's arguments. */
export type ArgField = {
  readonly name: string
  readonly title: string
  readonly hint: string | null
  readonly required: boolean
  readonly control: ArgControl
}

export type ArgControl =
  | { readonly kind: 'json'; readonly start: string }
  | { readonly kind: 'text' | 'list'; readonly start: string; readonly names: Named }
  | ({ readonly kind: 'number'; readonly start: string; readonly whole: boolean } & Range)
  | { readonly kind: 'switch'; readonly start: boolean }
  | {
      readonly kind: 'choice'
      readonly start: string
      readonly options: readonly string[]
      /** The script gets numbers. */
      readonly numbers: boolean
    }
  | { readonly kind: 'choices'; readonly start: readonly string[]; readonly options: readonly string[] }

/** The kind of completion for a text argument: a branch, a project path or none. */
export type Named = 'branch' | 'path' | null

type Range = { readonly least: number | null; readonly most: number | null }

export type ArgValue = string | boolean | readonly string[]
export type ArgValues = Readonly<Record<string, ArgValue>>

/** Why a value cannot be used. The window has the words. */
export type ArgFault =
  | { readonly why: 'required' | 'notNumber' | 'notWhole' }
  | { readonly why: 'least' | 'most'; readonly limit: number }
  | { readonly why: 'notJson'; readonly problem: string }

type Schema = Readonly<Record<string, unknown>>

/** The fields of a schema, or null when it does not describe named arguments: then they are given as JSON. */
export function fieldsOf(schema: Schema | null): readonly ArgField[] | null {
  const properties = schema?.['properties']
  if (!isSchema(properties)) return null
  const required = stringsIn(schema?.['required'])
  return Object.entries(properties).map(([name, property]) => {
    const inside = isSchema(property) ? property : {}
    const hint = inside['description']
    const title = inside['title']
    return {
      name,
      title: typeof title === 'string' && title !== '' ? title : titleOf(name),
      hint: typeof hint === 'string' ? hint : null,
      required: required.includes(name),
      control: controlOf(inside),
    }
  })
}

/** Returns the initial form values, or the arguments of an earlier run. */
export function startValues(fields: readonly ArgField[], args: unknown): ArgValues {
  const given = isSchema(args) ? args : {}
  return Object.fromEntries(
    fields.map(({ name, control }) => [
      name,
      Object.hasOwn(given, name) ? shownValue(control, given[name]) : control.start,
    ]),
  )
}

/** The arguments as the script gets them, or what is wrong with which field. */
export function argsOf(
  fields: readonly ArgField[],
  values: ArgValues,
): { readonly args: Record<string, unknown>; readonly faults: Readonly<Record<string, ArgFault>> } {
  const args: Record<string, unknown> = {}
  const faults: Record<string, ArgFault> = {}
  for (const field of fields) {
    const read = readValue(field, values[field.name] ?? field.control.start)
    if ('fault' in read) faults[field.name] = read.fault
    else if (read.value !== undefined) args[field.name] = read.value
  }
  return { args, faults }
}

/** Reads a whole text as JSON; nothing typed is `null`. */
export function readJson(text: string): { readonly value: unknown } | { readonly fault: ArgFault } {
  if (text.trim() === '') return { value: null }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: { why: 'notJson', problem: error instanceof Error ? error.message : String(error) } }
  }
}

function controlOf(schema: Schema): ArgControl {
  const start = schema['default']
  const choice = choiceControl(schema['enum'], start)
  if (choice !== null) return choice
  switch (schema['type']) {
    case 'string':
      return { kind: 'text', start: typeof start === 'string' ? start : '', names: namedBy(schema) }
    case 'boolean':
      return { kind: 'switch', start: start === true }
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        start: typeof start === 'number' ? String(start) : '',
        whole: schema['type'] === 'integer',
        least: numberIn(schema['minimum']),
        most: numberIn(schema['maximum']),
      }
    case 'array':
      return arrayControl(schema, start)
    default:
      return { kind: 'json', start: start === undefined ? '' : JSON.stringify(start, null, 2) }
  }
}

const namedBy = ({ format }: Schema): Named => (format === 'branch' || format === 'path' ? format : null)

/** One of a few words, or one of a few numbers. */
function choiceControl(options: unknown, start: unknown): ArgControl | null {
  const words = stringsIn(options)
  if (words.length > 0) {
    return { kind: 'choice', options: words, start: typeof start === 'string' ? start : '', numbers: false }
  }
  const numbers = Array.isArray(options) ? options.filter((each) => typeof each === 'number').map(String) : []
  if (numbers.length === 0) return null
  return {
    kind: 'choice',
    options: numbers,
    start: typeof start === 'number' ? String(start) : '',
    numbers: true,
  }
}

function arrayControl(schema: Schema, start: unknown): ArgControl {
  const items = schema['items']
  const options = isSchema(items) ? stringsIn(items['enum']) : []
  if (options.length > 0) return { kind: 'choices', options, start: stringsIn(start) }
  if (isSchema(items) && items['type'] === 'string') {
    return { kind: 'list', start: stringsIn(start).join('\n'), names: namedBy(items) }
  }
  return { kind: 'json', start: start === undefined ? '' : JSON.stringify(start, null, 2) }
}

type Read = { readonly value: unknown } | { readonly fault: ArgFault }

function readValue({ control, required }: ArgField, value: ArgValue): Read {
  const nothing: Read = required ? { fault: { why: 'required' } } : { value: undefined }
  if (typeof value === 'boolean') return { value }
  if (typeof value !== 'string') return value.length === 0 ? nothing : { value }
  switch (control.kind) {
    case 'list': {
      const lines = value.split('\n').map((line) => line.trim())
      const found = lines.filter((line) => line !== '')
      return found.length === 0 ? nothing : { value: found }
    }
    case 'number':
      return value.trim() === '' ? nothing : readNumber(control, value)
    case 'json':
      return value.trim() === '' ? nothing : readJson(value)
    case 'choice':
      return value === '' ? nothing : { value: control.numbers ? Number(value) : value }
    default:
      return value.trim() === '' ? nothing : { value }
  }
}

function readNumber({ whole, least, most }: Range & { readonly whole: boolean }, text: string): Read {
  const value = Number(text)
  if (!Number.isFinite(value)) return { fault: { why: 'notNumber' } }
  if (whole && !Number.isSafeInteger(value)) return { fault: { why: 'notWhole' } }
  if (least !== null && value < least) return { fault: { why: 'least', limit: least } }
  if (most !== null && value > most) return { fault: { why: 'most', limit: most } }
  return { value }
}

function shownValue(control: ArgControl, value: unknown): ArgValue {
  switch (control.kind) {
    case 'switch':
      return value === true
    case 'choices':
      return stringsIn(value)
    case 'list':
      return stringsIn(value).join('\n')
    case 'json':
      return JSON.stringify(value, null, 2) ?? ''
    default:
      return typeof value === 'string' ? value : String(value ?? '')
  }
}

/** `reportFrom` and `report_from` are both shown as "Report from". */
function titleOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')
  const spaced = words.toLowerCase().trim()
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
