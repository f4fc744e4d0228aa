import type { TreeDifference } from '#shared/worktree/worktree.ts'
import type { FilePatch } from './parse-patch.ts'

/** Characters of the patch of one file above which it is counted and not drawn. */
const MOST_CHARS = 300_000

/** Options that keep a diff plain: no programs, no colours, no settings of the person. */
export const PLAIN_DIFF = [
  ...['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames', '--full-index'],
  ...['--src-prefix=a/', '--dst-prefix=b/'],
]

/** Draws the patch of one file as data for the window. */
export function differenceOf(patch: FilePatch): TreeDifference {
  const text = (line: string) => Buffer.from(line, 'latin1').toString('utf8')
  const isLarge = patch.text.length > MOST_CHARS
  const count = (mark: string) =>
    patch.hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0)
  return {
    path: pathIn(patch),
    hunks: isLarge
      ? []
      : patch.hunks.map(({ oldStart, newStart, lines }) => ({
          oldStart,
          newStart,
          lines: lines.map(text),
        })),
    added: count('+'),
    removed: count('-'),
    isBinary: patch.isBinary,
    cut: isLarge,
  }
}

/** Returns the path that a patch without renames is about. */
export function pathIn({ header }: Pick<FilePatch, 'header'>): string {
  const [first = ''] = header.split('\n')
  const names = first.slice('diff --git '.length)
  // Both names are the same, so each takes half of the line. Git quotes names with odd letters.
  const half = names.slice(0, (names.length - 1) / 2)
  const isQuoted = half.startsWith('"')
  const bytes = isQuoted ? unquoted(half) : half
  return Buffer.from(bytes, 'latin1').toString('utf8').slice('a/'.length)
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
}

/** Reads a name in the quotes of git. Source: git-config(1), `core.quotePath`. */
function unquoted(name: string): string {
  return name
    .slice(1, -1)
    .replace(/\\(?:([0-7]{3})|(.))/g, (_whole, octal: string | undefined, letter: string | undefined) =>
      octal === undefined
        ? (ESCAPES[letter ?? ''] ?? letter ?? '')
        : String.fromCharCode(Number.parseInt(octal, 8)),
    )
}
