import type { Document, Pair, ParsedNode, Scalar } from 'yaml'

/** The parser of headers. It is loaded when a form opens. */
export type Yaml = Pick<
  typeof import('yaml'),
  'parseDocument' | 'Document' | 'isCollection' | 'isMap' | 'isScalar'
>

/** The content of an agent file: the values of its header by key, and the text below it. */
export type AgentText = { readonly header: Readonly<Record<string, unknown>>; readonly body: string }

/** A change of one key. Undefined removes it. */
export type HeaderChange = { readonly key: string; readonly value: unknown }

type Parts = { readonly open: string; readonly header: string; readonly close: string; readonly body: string }
type KeyPair = Pair<Scalar & ParsedNode, ParsedNode | null>

/** Reads an agent file for a form. Null: its header cannot be read, or is not one key a line. */
export function readAgentText(yaml: Yaml, text: string): AgentText | null {
  const parts = partsOf(text)
  const parsed = parts === null ? null : parse(yaml, parts.header)
  if (parts === null || parsed === null) return null
  return { header: parsed.values, body: withoutEnd(parts.body) }
}

/**
 * Changes one key of the header and nothing else: comments, unknown keys and the form of other values stay as they were
 * written. Returns the text unchanged where the header cannot be read.
 */
export function withHeaderKey(yaml: Yaml, text: string, { key, value }: HeaderChange): string {
  const parts = partsOf(text)
  const parsed = parts === null ? null : parse(yaml, parts.header)
  if (parts === null || parsed === null) return text
  const pair = parsed.pairs.find((each) => each.key.value === key)
  const { header } = parts
  const line = value === undefined ? '' : `${key}:${written(yaml, value)}\n`
  const changed =
    pair === undefined
      ? `${header}${line}`
      : value === undefined
        ? without(header, pair)
        : withValue(header, pair, written(yaml, value))
  return `${parts.open}${changed}${parts.close}${parts.body}`
}

/** Replaces the text below the header. Returns the text unchanged where there is no header. */
export function withBody(text: string, body: string): string {
  const parts = partsOf(text)
  return parts === null ? text : `${parts.open}${parts.header}${closed(parts.close)}\n${body}\n`
}

const closed = (close: string): string => (close.endsWith('\n') ? close : `${close}\n`)

function partsOf(text: string): Parts | null {
  const found = /^(---[ \t]*\n)((?:[^\n]*\n)*?)(---[ \t]*(?:\n|$))/.exec(text)
  if (found === null) return null
  const [whole, open = '', header = '', close = ''] = found
  return { open, header, close, body: text.slice(whole.length) }
}

/** Removes the empty line between header and text, and the end of the last line. */
const withoutEnd = (body: string): string => body.replace(/^\n/, '').replace(/\n$/, '')

function parse(yaml: Yaml, header: string) {
  let document: Document.Parsed
  let values: unknown
  try {
    document = yaml.parseDocument(header, { prettyErrors: false, version: '1.2' })
    // Aliases are no part of agent files, and nested ones can expand without limit.
    values = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError) return null
    throw error
  }
  if (document.errors.length > 0) return null
  if (document.contents === null) return { values: {}, pairs: [] as readonly KeyPair[] }
  if (!yaml.isMap(document.contents) || document.contents.flow === true) return null
  const pairs = document.contents.items.filter((pair): pair is KeyPair => yaml.isScalar(pair.key))
  return { values: Object.fromEntries(Object.entries(Object(values))), pairs }
}

/** Returns where the value ends, without a comment behind it and without the end of its line. */
function endOf(header: string, { key, value }: KeyPair): number {
  const [start] = key.range
  const [, end] = value?.range ?? key.range
  return start + header.slice(start, end).trimEnd().length
}

function without(header: string, pair: KeyPair): string {
  const from = header.lastIndexOf('\n', pair.key.range[0] - 1) + 1
  const end = header.indexOf('\n', endOf(header, pair))
  return header.slice(0, from) + (end < 0 ? '' : header.slice(end + 1))
}

function withValue(header: string, pair: KeyPair, value: string): string {
  const colon = header.indexOf(':', pair.key.range[1])
  const end = Math.max(endOf(header, pair), colon + 1)
  return `${header.slice(0, colon + 1)}${value}${header.slice(end)}`
}

/** Returns a value as YAML, to follow the colon of its key. */
function written(yaml: Yaml, value: unknown): string {
  if (Array.isArray(value) && value.some(isRecord))
    return value.map((each) => `\n  - ${flow(yaml, each)}`).join('')
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, each]) => `\n  ${key}: ${flow(yaml, each)}`)
      .join('')
  return ` ${flow(yaml, value)}`
}

/** Returns a value on one line. What needs several becomes JSON, which is YAML as well. */
function flow(yaml: Yaml, value: unknown): string {
  const document = new yaml.Document(value, { version: '1.2' })
  if (yaml.isCollection(document.contents)) document.contents.flow = true
  const text = document
    .toString({ lineWidth: 0, flowCollectionPadding: !Array.isArray(value) })
    .replace(/\n$/, '')
  return /\n|^[|>]/.test(text) ? JSON.stringify(value) : text
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
