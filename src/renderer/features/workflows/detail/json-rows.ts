import type { TreeRow } from '../../../ui/lists/tree-keys.ts'

/** A value inside a structured result. */
export type JsonRow = TreeRow & {
  readonly value: JsonPart
}

export type JsonPart =
  | { readonly kind: 'text' | 'number' | 'word'; readonly text: string }
  | { readonly kind: 'list' | 'object'; readonly size: number; readonly preview: string }

/** Maximum entries shown of one list or object. */
const SHOWN = 500
const PREVIEW = 120

/** The lines of a structured result that are in sight. Lines are open unless they are in `toggled`; deep ones the other way round. */
export function jsonRows(value: unknown, toggled: ReadonlySet<string>): readonly JsonRow[] {
  const rows: JsonRow[] = []
  for (const [name, inside] of entriesOf(value)) add(rows, name, inside, '', 1, toggled)
  return rows
}

/** Whether there is anything to open: otherwise the value is shown as text. */
export function isStructured(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A text with more characters than this does not fit into its line. */
const LINE_CHARACTERS = 80

/** Whether a line is too short for its text, so that it has to be read elsewhere. */
export function isLongText({ value }: JsonRow): boolean {
  return value.kind === 'text' && (value.text.length > LINE_CHARACTERS || value.text.includes('\n'))
}

/** The line whose text is read below the tree: the selected one, or the first long text while none is selected. */
export function readRow<Row extends JsonRow>(rows: readonly Row[], cursor: string | null): Row | null {
  const wanted = cursor === null ? rows.find(isLongText) : rows.find((row) => row.id === cursor)
  return wanted !== undefined && isLongText(wanted) ? wanted : null
}

function add(
  rows: JsonRow[],
  name: string,
  value: unknown,
  parent: string,
  level: number,
  toggled: ReadonlySet<string>,
): void {
  const id = `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const part = partOf(value)
  if ('text' in part) {
    rows.push({ id, level, expanded: null, name, description: part.text.slice(0, PREVIEW), value: part })
    return
  }
  const openByItself = level === 1
  const expanded = part.size === 0 ? null : openByItself !== toggled.has(id)
  rows.push({ id, level, expanded, name, description: part.preview, value: part })
  if (expanded !== true) return
  for (const [key, inside] of entriesOf(value)) add(rows, key, inside, id, level + 1, toggled)
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isStructured(value) ? Object.entries(value).slice(0, SHOWN) : []
}

function partOf(value: unknown): JsonPart {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  if (!isStructured(value)) return { kind: 'word', text: String(value) }
  const kind = Array.isArray(value) ? 'list' : 'object'
  return { kind, size: Object.keys(value).length, preview: previewOf(value) }
}

/** The beginning of a value on one line. Only as much is looked at as is shown. */
function previewOf(value: object): string {
  const parts: string[] = []
  let length = 0
  for (const [key, inside] of Object.entries(value).slice(0, 12)) {
    const word = isStructured(inside) ? '…' : JSON.stringify(inside)
    const part = Array.isArray(value) ? word : `${key}: ${word}`
    parts.push(part.slice(0, PREVIEW))
    length += part.length
    if (length > PREVIEW) break
  }
  const text = parts.join(', ').slice(0, PREVIEW)
  return Array.isArray(value) ? `[ ${text} ]` : `{ ${text} }`
}
