import { stringify } from 'smol-toml'
import { marksOf, samePath } from './toml-lines.ts'

export type TomlValue = string | number | boolean | readonly string[]

/** A change to one table of a TOML text. `values: null` removes the table. */
export type TableEdit = {
  readonly path: readonly string[]
  readonly values: Readonly<Record<string, TomlValue>> | null
}

/**
 * Changes one table and leaves every other line as the person wrote it, comments included. It knows tables
 * with a header of their own; the caller checks the result.
 */
export function editTable(text: string, { path, values }: TableEdit): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/)
  const marks = marksOf(lines)
  const header = marks.find((mark) => mark.kind === 'table' && samePath(mark.path, path))
  if (header === undefined) return values === null ? text : appended(lines, path, values).join(end)
  const next = marks.find((mark) => mark.kind === 'table' && mark.line > header.line)
  const keys = marks.filter(
    (mark) => mark.kind === 'key' && mark.line > header.line && mark.line < (next?.line ?? lines.length),
  )
  const last = keys.at(-1)?.line ?? header.line
  const body =
    values === null
      ? []
      : [lines[header.line] ?? '', ...changed(lines, keys, header.line, last, path, values)]
  const rest = lines.slice(last + 1)
  const before = lines.slice(0, header.line)
  return [
    ...before,
    ...(body.length === 0 && rest[0]?.trim() === '' ? rest.slice(1) : [...body, ...rest]),
  ].join(end)
}

type KeyMark = { readonly line: number; readonly path: readonly (string | number)[] }

function changed(
  lines: readonly string[],
  keys: readonly KeyMark[],
  header: number,
  last: number,
  path: readonly string[],
  values: Readonly<Record<string, TomlValue>>,
): string[] {
  const result: string[] = []
  const written = new Set<string>()
  for (let line = header + 1; line <= last; line++) {
    const text = lines[line] ?? ''
    const mark = keys.find((key) => key.line === line)
    if (mark === undefined) {
      result.push(text)
      continue
    }
    const name = String(mark.path.at(-1))
    const value = mark.path.length === path.length + 1 ? values[name] : undefined
    if (value === undefined) continue
    written.add(name)
    result.push(withValue(text, value))
  }
  const added = Object.entries(values).filter(([name]) => !written.has(name))
  return [...result, ...added.map(([name, value]) => `${keyText(name)} = ${valueText(value)}`)]
}

/** Replaces what stands after `=` and keeps a comment that follows it. */
function withValue(line: string, value: TomlValue): string {
  const parts = /^(\s*[^=]+?\s*=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#\s]+)(\s*(?:#.*)?)$/.exec(line)
  if (parts === null) return `${line.slice(0, line.indexOf('=') + 1)} ${valueText(value)}`
  return `${parts[1]}${valueText(value)}${parts[2]}`
}

function appended(
  lines: readonly string[],
  path: readonly string[],
  values: Readonly<Record<string, TomlValue>>,
): string[] {
  const kept = [...lines]
  while (kept.at(-1)?.trim() === '') kept.pop()
  const gap = kept.length === 0 ? [] : ['']
  const table = [`[${path.map(keyText).join('.')}]`]
  const keys = Object.entries(values).map(([name, value]) => `${keyText(name)} = ${valueText(value)}`)
  return [...kept, ...gap, ...table, ...keys, '']
}

/** A key as it stands in a TOML file: bare where that is allowed. */
export function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key)
}

function valueText(value: TomlValue): string {
  return stringify({ v: value }).trim().replace(/^v = /, '')
}
