import { parsePattern } from './pattern.ts'

/** Allowing is exact; refusing looks past upper and lower case, because many disks do. */
export type MatchCase = 'exact' | 'any'

/** True when a command pattern covers a command. ` *` at the end also covers the command without arguments. */
export function matchesCommand(pattern: string, command: string, matchCase: MatchCase): boolean {
  const pieces = parsePattern(pattern)
  const last = pieces.at(-1)
  const before = pieces.at(-2)
  const open = last !== undefined && 'stars' in last && before !== undefined && 'literal' in before
  if (open && before.literal.endsWith(' ')) {
    const head = [...pieces.slice(0, -2), { literal: before.literal.slice(0, -1) }]
    return whole(`${source(head, '[^]*')}(?: [^]*)?`, matchCase).test(normal(command))
  }
  return whole(source(pieces, '[^]*'), matchCase).test(normal(command))
}

/**
 * True when a path pattern covers a path. `*` stays inside one folder, `**` goes through all of them. A pattern
 * without a slash covers that name in every folder, and a folder's pattern covers everything in it.
 */
export function matchesPath(pattern: string, shown: string, home: string, matchCase: MatchCase): boolean {
  const trimmed = pattern.replace(/^\.\//, '').replace(/(?<=[^/])\/$/, '')
  const expanded = /^~(?=\/|$)/.test(trimmed) ? home.replaceAll('\\', '/') + trimmed.slice(1) : trimmed
  const anywhere = expanded.includes('/') ? '' : '(?:[^]*/)?'
  return whole(`${anywhere}${pathSource(expanded)}(?:/[^]*)?`, matchCase).test(normal(shown))
}

function pathSource(pattern: string): string {
  return parsePattern(pattern)
    .map((piece) => {
      if ('literal' in piece) return quote(piece.literal)
      return piece.stars === 1 ? '[^/]*' : '[^]*'
    })
    .join('')
    .replaceAll('/[^]*/', '/(?:[^]*/)?')
    .replace(/^\[\^\]\*\//, '(?:[^]*/)?')
}

function source(pieces: ReturnType<typeof parsePattern>, wild: string): string {
  return pieces.map((piece) => ('literal' in piece ? quote(piece.literal) : wild)).join('')
}

function quote(text: string): string {
  return normal(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Systems spell the same accented letter in two ways. */
function normal(text: string): string {
  return text.normalize('NFC')
}

function whole(text: string, matchCase: MatchCase): RegExp {
  return new RegExp(`^${text}$`, matchCase === 'any' ? 'iu' : 'u')
}
