import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

/** A piece of a command file after its arguments were filled in. */
export type CommandPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A shell command, the output of which takes its place. */
  | { readonly kind: 'command'; readonly command: string }
  /** A file, the text of which takes its place where it may be read. */
  | { readonly kind: 'file'; readonly path: string }

type Template = { readonly name: string; readonly text: string; readonly hasVariables: boolean }

/** A command in backticks behind an exclamation mark, or a path behind an at sign. */
const PIECE = /!`([^`\n]+)`|(?<=^|\s)@((?:[^\s`'"(),;:]|[.,:;](?=[^\s]))+)/gm

/**
 * Fills the arguments into a command file: `$ARGUMENTS`, `$1` to `$9` and `{{name}}` from `name=value`. A part between
 * `{{#name}}` and `{{/name}}` stays where the variable has a value. Commands and files count only where the file names them,
 * never where an argument does. Throws an `AppError` that names missing variables, or a part without an end.
 */
export function expandCommand(template: Template, words: string): readonly CommandPiece[] {
  const { name, hasVariables } = template
  const { values, rest } = hasVariables
    ? givenVariables(template.text, words)
    : { values: new Map<string, string>(), rest: words }
  const text = hasVariables ? withParts(template, values) : template.text
  const missing = hasVariables ? variablesIn(text).filter((each) => !values.has(each)) : []
  if (missing.length > 0) {
    throw AppError.saying(
      'ipc.refused',
      say('commandFile.missing', { name, names: missing.join(', '), example: `${missing[0]}=…` }),
    )
  }
  const args = { whole: rest, each: argumentWords(rest), values }
  const takesWords = PLACEHOLDER.test(text)
  const pieces: CommandPiece[] = []
  let at = 0
  for (const found of text.matchAll(PIECE)) {
    pieces.push({ kind: 'text', text: filledWith(text.slice(at, found.index), args) })
    const [whole, command, path] = found
    if (command !== undefined) pieces.push({ kind: 'command', command: filledWith(command, args) })
    else if (path !== undefined) pieces.push({ kind: 'file', path: filledWith(path, args) })
    at = found.index + whole.length
  }
  pieces.push({ kind: 'text', text: filledWith(text.slice(at), args) })
  // Words that the file has no place for still reach the agent.
  const more = takesWords || rest === '' ? '' : `\n\nARGUMENTS: ${rest}`
  return [...pieces, { kind: 'text' as const, text: more }].filter(
    (piece) => piece.kind !== 'text' || piece.text !== '',
  )
}

const PLACEHOLDER = /\$(?:ARGUMENTS(?:\[\d\])?|[1-9])(?![\w])/
const PLACEHOLDERS = /\$(?:ARGUMENTS(?:\[(\d)\])?|([1-9]))(?![\w])|\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g

type Arguments = {
  readonly whole: string
  readonly each: readonly string[]
  readonly values: ReadonlyMap<string, string>
}

function filledWith(text: string, { whole, each, values }: Arguments): string {
  return text.replace(PLACEHOLDERS, (found, index?: string, position?: string, variable?: string) => {
    if (variable !== undefined) return values.get(variable) ?? found
    if (position !== undefined) return each[Number(position) - 1] ?? ''
    return index === undefined ? whole : (each[Number(index)] ?? '')
  })
}

/** Returns the names of the variables of a text, each once. */
function variablesIn(text: string): readonly string[] {
  return [
    ...new Set([...text.matchAll(/\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g)].flatMap(([, name]) => name ?? [])),
  ]
}

/** A part without parts in it. */
const PART = /\{\{#\s*([A-Za-z_][\w-]*)\s*\}\}((?:(?!\{\{[#/])[\s\S])*)\{\{\/\s*\1\s*\}\}/g
const PART_EDGE = /\{\{[#/]\s*([A-Za-z_][\w-]*)\s*\}\}/

/** Keeps the parts whose variable has a value, from the innermost out, and removes the others. */
function withParts({ name, text }: Template, values: ReadonlyMap<string, string>): string {
  let before = ''
  let after = text
  while (after !== before) {
    before = after
    after = before.replace(PART, (_, variable: string, part: string) =>
      (values.get(variable) ?? '') === '' ? '' : part,
    )
  }
  const edge = PART_EDGE.exec(after)?.[0]
  if (edge === undefined) return after
  throw AppError.saying('ipc.refused', say('commandFile.part', { name, edge }))
}

const PAIR = /(?<=^|\s)([A-Za-z_][\w-]*)=("(?:[^"\\]|\\.)*"|'[^']*'|\S+)/g

/** Takes the pairs of the variables of a text out of the words. Other words stay arguments. */
function givenVariables(text: string, words: string) {
  const parts = [...text.matchAll(new RegExp(PART_EDGE, 'g'))].flatMap(([, name]) => name ?? [])
  const known = new Set([...variablesIn(text), ...parts])
  const values = new Map<string, string>()
  const rest = words.replace(PAIR, (whole, name: string, value: string) => {
    if (!known.has(name)) return whole
    values.set(name, unquoted(value))
    return ''
  })
  return { values, rest: values.size === 0 ? words : rest.replace(/\s+/g, ' ').trim() }
}

/** Splits words at spaces outside of quotes, as a shell does. */
function argumentWords(words: string): readonly string[] {
  return (words.match(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g) ?? []).map(unquoted)
}

function unquoted(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1)
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
}
