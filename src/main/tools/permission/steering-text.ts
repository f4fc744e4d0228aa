import type { GuardedPlace } from '#shared/permission/guard.ts'
import { withoutAliases } from './programs/shell-aliases.ts'
import { mentionsProtected } from './protected-path.ts'
import { withShownValues } from './shown-values.ts'

/** Longer scripts are only searched as they are, in UTF-16 units. */
const LONGEST = 20_000
const MOST_FORMS = 16
const MOST_VALUES = 8
/** Longer values are no names, in UTF-16 units. */
const LONGEST_VALUE = 500
/** Maximum variables that are replaced. */
const MOST_NAMES = 40
const ROUNDS = 3

/** An assignment, or the words of a loop, by which a variable gets its value. */
const ASSIGNED =
  /(?:^|[\s;&|(){`])(?:([A-Za-z_]\w*)\+?=((?:'[^']*'|"[^"]*"|\\.|[^\s;&|()'"\\`])*)|for\s+([A-Za-z_]\w*)\s+in\s+([^;\n]+)|(?:read|mapfile|readarray)\s+(?:-\w+\s+)*([A-Za-z_]\w*)\s*<<<\s*(\S+)|printf\s+-v\s*([A-Za-z_]\w*)\s+(\S+))/g

const HOOK =
  /(?:^|[^\w-])hooks\/[a-z]+-[a-z-]+|rev-parse\s+(?:--\S+\s+)*--git-(?:dir|path|common-dir)|core\.hookspath/i

export type SteeringPlaces = {
  readonly home: string
  readonly appHome: string | null
  /** Start-up files and folders, relative to the home folder. */
  readonly startup: readonly string[]
}

/**
 * Returns the steering place that a script may write although only its run shows the name of the file: variables, braces,
 * quotes and escapes of its text are resolved as far as the text itself says their values.
 */
export function steeringIn(script: string, places: SteeringPlaces): GuardedPlace | null {
  const forms = script.length > LONGEST ? [script] : formsOf(script, places.home)
  for (const text of forms) {
    const kind = mentionsProtected(text)
    if (kind !== null) return { kind, path: NAMES[kind] ?? '.git' }
    if (HOOK.test(text)) return { kind: 'git', path: '.git' }
    const startup = places.startup.find((name) => mentions(text, name))
    if (startup !== undefined) return { kind: 'shell', path: `~/${startup}` }
    if (places.appHome !== null && text.includes(places.appHome))
      return { kind: 'app_home', path: places.appHome }
  }
  return null
}

/** Whether a text names a file or folder as a whole. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (
      !/[\w.-]$/.test(text.slice(0, at).slice(-1)) &&
      !/^[\w-]/.test(text.slice(at + name.length, at + name.length + 1))
    )
      return true
  }
  return false
}

const NAMES: Readonly<Record<string, string>> = {
  git: '.git',
  orrery: '.orrery',
  claude: '.claude',
  mcp: '.mcp.json',
}

/**
 * Returns the script with each variable replaced by the values that its own text gives it. None for a script without such
 * variables.
 */
export function withValues(script: string, home: string): string[] {
  if (script.length > LONGEST) return []
  const unaliased = withoutAliases(script)
  const decoded = [script, ...(unaliased === null ? [] : [unaliased])]
    .map(unescaped)
    .flatMap((text) => [text, ...withShownValues(text)])
  const values = valuesIn(decoded.join('\n'), home)
  // The most resolved forms come first: only some of them are read.
  let forms = [...new Set(decoded.toReversed())]
  for (let round = 0; round < ROUNDS; round += 1) {
    forms = [...new Set(forms.flatMap((form) => replaced(form, values)))].slice(0, MOST_FORMS)
  }
  // Within quotes the shell would not expand the patterns that a loop has expanded before.
  return [...new Set(forms.flatMap((form) => [form, plain(form)]))].filter((form) => form !== script)
}

function formsOf(script: string, home: string): string[] {
  const forms = [unescaped(script), ...withValues(script, home)]
  return [script, ...[...new Set(forms.map(plain))].flatMap(braces).slice(0, MOST_FORMS)]
}

/** Escapes of `$'…'`, `printf` and `echo -e`. */
function unescaped(text: string): string {
  return text.replace(/\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|0?([0-7]{3}))/gi, (all, hex, point, octal) => {
    const code = hex ?? point
    const value = code === undefined ? Number.parseInt(octal, 8) : Number.parseInt(code, 16)
    return value < 32 ? all : String.fromCharCode(value)
  })
}

const plain = (text: string): string => text.replace(/\$(?=['"])|['"\\]/g, '')

function valuesIn(text: string, home: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>([['HOME', [home]]])
  for (const found of text.matchAll(ASSIGNED)) {
    const [, name, value, looped, list, read, given, printed, format] = found
    const key = name ?? looped ?? read ?? printed ?? ''
    const words = list === undefined ? [value ?? given ?? format ?? ''] : list.trim().split(/\s+/)
    if (values.size > MOST_NAMES) break
    const known = values.get(key) ?? []
    const isAdded = name !== undefined && /^\S?[A-Za-z_]\w*\+=/.test(found[0].trimStart())
    const grown = isAdded ? known.flatMap((each) => words.map((word) => each + plain(word))) : []
    values.set(
      key,
      [...grown, ...known, ...words.map(plain)]
        .filter((each) => each.length <= LONGEST_VALUE)
        .slice(0, MOST_VALUES),
    )
  }
  return values
}

/** The text with each variable replaced by each value that the script gives it. */
function replaced(text: string, values: ReadonlyMap<string, readonly string[]>): string[] {
  let forms = [text]
  for (const [name, all] of values) {
    const use = new RegExp(String.raw`\$(?:\{!?${name}(\[[^\]]*\])?([:#%/^,@][^}]*)?\}|${name}(?!\w))`, 'g')
    if (!use.test(text)) continue
    const put = (value: string) => (_all: string, _index?: string, change?: string) =>
      changed(value, change ?? '')
    forms = forms
      .flatMap((form) => all.map((value) => form.replace(use, put(value))))
      .filter((form) => form.length <= 2 * LONGEST)
      .slice(0, MOST_FORMS)
  }
  return forms
}

/** The value of a variable after `%x`, `#x`, `/x/y`, `^`, `,` or `:n:m` in its braces, for plain texts. */
function changed(value: string, change: string): string {
  const [, sign = '', text = '', by = ''] = /^(%%?|##?|\/\/?)([^/]*)(?:\/(.*))?$/s.exec(change) ?? []
  const [, from, length] = /^:\s*(\d+)(?::(\d+))?$/.exec(change) ?? []
  if (from !== undefined)
    return value.slice(Number(from), length === undefined ? undefined : Number(from) + Number(length))
  if (sign.startsWith('%')) return text !== '' && value.endsWith(text) ? value.slice(0, -text.length) : value
  if (sign.startsWith('#')) return text !== '' && value.startsWith(text) ? value.slice(text.length) : value
  if (sign === '//') return value.replaceAll(text, () => by)
  if (sign === '/') return value.replace(text, () => by)
  return value
}

const BRACES = /\{([^{}\s]*,[^{}\s]*)\}/
const MOST_BRACES = 6

/** The text with each list in braces replaced by each of its parts. */
function braces(text: string): string[] {
  let forms = [text]
  for (let round = 0; round < MOST_BRACES; round += 1) {
    forms = forms
      .flatMap((form) => {
        const list = BRACES.exec(form)?.[1]
        return list === undefined ? [form] : list.split(',').map((part) => form.replace(BRACES, () => part))
      })
      .slice(0, MOST_FORMS)
  }
  return forms
}
