import { type PathFlavour, placeOf, resolvePath } from '../../files/project-path.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import type { NamedPath } from '../../tool.ts'
import { commandNames, folderAt } from './command-names.ts'
import { partsAfterMarks } from './word-parts.ts'

/** Signs of a word that a program takes for a file pattern of its own. */
const PATTERN = /[*?[{]|^!|[@!+]\(/
/** Text that is handed to a program and no file pattern. */
const TEXT = /[\s"'`<>;$\\]/
/** Longer words are no file patterns, in UTF-16 units. */
const LONGEST = 1_000
const MOST_PATTERNS = 100

/**
 * The file patterns that the shell leaves alone and the program expands, as packages do. Where a pattern uses signs
 * that the shell does not have, it may mean anything in that place.
 */
export async function packagePatterns(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<NamedPath[]> {
  // Git has patterns of its own, and what they mean is known there.
  if (/(^|\/)git$/.test(one.words[0] ?? '')) return []
  const patterns = one.words
    .slice(1)
    .filter((word) => !one.patterns.includes(word) && word.length < LONGEST && !TEXT.test(word))
    .flatMap((word) => [word, ...partsAfterMarks(word)])
    .filter((word) => PATTERN.test(word))
  if (patterns.length > MOST_PATTERNS) return [{ path: '**', pattern: true }]
  const found: NamedPath[] = []
  for (const pattern of new Set(patterns.map(widened))) {
    for (const way of one.ways) {
      const absolute = resolvePath(await folderAt(way, root, flavour), pattern, flavour)
      found.push({ path: placeOf(root, absolute, flavour).shown, pattern: true })
    }
  }
  return found
}

/** A pattern of a package in the signs of the shell; `**` matches any text. */
function widened(pattern: string): string {
  // What is left over when these are taken away.
  if (pattern.startsWith('!')) return '**'
  return pattern
    .replace(/[@!+*?]?\([^()]*\)|\{[^{}]*\}/g, '**')
    .replace(/[@!+*?]?\(.*|\{.*/, '**')
    .replace(/(^|\/)\*+/g, '$1**')
}

const MOST_OPERANDS = 30

/**
 * What `ln` may link to, seen from where the link is: the words of a relative link are read there. Other commands of
 * the same script write through it.
 */
export async function linkedNames(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<NamedPath[]> {
  const [name = '', ...rest] = one.words
  if (name.split('/').at(-1) !== 'ln') return []
  const operands = rest.map((word) => word.replace(/^(-[a-zA-Z]*t|--target-directory=)(?=.)/, ''))
  if (operands.length > MOST_OPERANDS) return [{ path: '.', pattern: false }]
  const targets = operands.filter((word) => !word.startsWith('-') && !word.startsWith('/'))
  const words = targets.flatMap((target) =>
    operands.flatMap((place) => [`${place}/${target}`, `${flavour.path.dirname(place)}/${target}`]),
  )
  return await commandNames({ ...one, words: ['', ...words] }, root, flavour)
}
