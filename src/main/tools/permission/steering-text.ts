import type { GuardedPlace } from '#shared/permission/guard.ts'
import { mentionsProtected } from './protected-path.ts'

/** Longer scripts are only searched as they are, in UTF-16 units. */
const LONGEST = 20_000
const MOST_FORMS = 64
const ROUNDS = 4

/** An assignment, or the words of a loop, by which a variable gets its value. */
const ASSIGNED =
  /(?:^|[\s;&|(){`])(?:([A-Za-z_]\w*)\+?=((?:'[^']*'|"[^"]*"|\\.|[^\s;&|()'"\\`])*)|for\s+([A-Za-z_]\w*)\s+in\s+([^;\n]+)|read\s+(?:-r\s+)?([A-Za-z_]\w*)\s*<<<\s*(\S+)|printf\s+-v\s*([A-Za-z_]\w*)\s+(\S+))/g

const STARTUP =
  /(?:^|[^\w.-])\.(bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|gitconfig|inputrc|config\/(?:git|fish|autostart|systemd)|ssh\/(?:config|rc|authorized_keys))(?![\w-])/
const HOOK =
  /(?:^|[^\w-])hooks\/[a-z]+-[a-z-]+|rev-parse\s+(?:--\S+\s+)*--git-(?:dir|path|common-dir)|core\.hookspath/i

/**
 * Returns the steering place that a script may write although only its run shows the name of the file: variables, braces,
 * quotes and escapes of its text are resolved as far as the text itself says their values.
 */
export function steeringIn(
  script: string,
  places: { home: string; appHome: string | null },
): GuardedPlace | null {
  const forms = script.length > LONGEST ? [script] : formsOf(script, places.home)
  for (const text of forms) {
    const kind = mentionsProtected(text)
    if (kind !== null) return { kind, path: NAMES[kind] ?? '.git' }
    if (HOOK.test(text)) return { kind: 'git', path: '.git' }
    const startup = STARTUP.exec(text)?.[1]
    if (startup !== undefined) return { kind: 'shell', path: `~/.${startup}` }
    if (places.appHome !== null && text.includes(places.appHome))
      return { kind: 'app_home', path: places.appHome }
  }
  return null
}

const NAMES: Readonly<Record<string, string>> = {
  git: '.git',
  orrery: '.orrery',
  claude: '.claude',
  mcp: '.mcp.json',
}

function formsOf(script: string, home: string): string[] {
  const decoded = unescaped(script)
  const values = valuesIn(decoded, home)
  let forms = [decoded]
  for (let round = 0; round < ROUNDS; round += 1)
    forms = [...new Set(forms.flatMap((form) => replaced(form, values)))]
  return [script, ...forms.map(plain).flatMap(braces).slice(0, MOST_FORMS)]
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
    const known = values.get(key) ?? []
    values.set(key, [...known, ...words.map(plain)].slice(0, 8))
  }
  return values
}

/** The text with each variable replaced by each value that the script gives it. */
function replaced(text: string, values: ReadonlyMap<string, readonly string[]>): string[] {
  let forms = [text]
  for (const [name, all] of values) {
    const use = new RegExp(String.raw`\$(?:\{!?${name}(?:[:#%/^,@][^}]*)?\}|${name}(?!\w))`, 'g')
    if (!use.test(text)) continue
    forms = forms.flatMap((form) => all.map((value) => form.replace(use, () => value))).slice(0, MOST_FORMS)
  }
  return forms
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
