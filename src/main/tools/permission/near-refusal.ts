import type { ToolAct } from '../tool.ts'
import { parsePattern } from './pattern.ts'
import { hasSubcommands } from './programs/subcommand-forms.ts'

/**
 * Whether a command may do what a rule denies without matching it: an argument of a program that starts
 * others mentions the denied program, or all words of the rule occur in another order or position.
 */
export function isNearRefusal(pattern: string, act: ToolAct): boolean {
  const words = wordsOf(pattern)
  const [named, ...rest] = words
  if (named === undefined) return false
  const program = named.split('/').at(-1) ?? ''
  // A program in a folder has many spellings: `./deploy.sh`, `scripts/deploy.sh`.
  if (named !== program && runs(act, program) && rest.length === 0) return true
  if (act.mentions?.includes(program) === true) return true
  // A subcommand that is not known may be an alias of the refused one.
  const [first, subcommand] = act.target.split(' ')
  if (first === program && hasSubcommands(program) && subcommand === act.exactOnly) return true
  if (rest.length === 0) return false
  // Some programs take the beginning of a subcommand for the whole.
  const isBeginning = subcommand !== undefined && rest[0] !== subcommand && rest[0]?.startsWith(subcommand)
  if (first === program && hasSubcommands(program) && isBeginning === true) return true
  return [act.target, ...(act.alsoMatches ?? [])].some((form) => hasAllWords(form, program, rest))
}

function runs(act: ToolAct, program: string): boolean {
  return [act.target, ...(act.alsoMatches ?? [])].some(
    (form) => form.split(' ')[0]?.split('/').at(-1)?.toLowerCase() === program,
  )
}

/** Returns the words of a pattern before its first separate wildcard, in lower case. */
function wordsOf(pattern: string): string[] {
  const pieces = parsePattern(pattern)
  const text = pieces.map((piece) => ('literal' in piece ? piece.literal : '\u0000')).join('')
  const words = text.toLowerCase().split(' ')
  return words.filter((word) => word !== '' && !word.includes('\u0000'))
}

function hasAllWords(form: string, program: string, rest: readonly string[]): boolean {
  const words = form.toLowerCase().split(' ')
  if (words[0]?.split('/').at(-1) !== program) return false
  const [, ...args] = words
  const [subcommand = ''] = rest
  if (hasSubcommands(program) && !subcommand.startsWith('-') && args[0] !== subcommand) return false
  const long = args.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/=.*$/s, ''))
  const short = args.filter((word) => /^-[a-z\d]+$/.test(word)).flatMap((word) => [...word.slice(1)])
  // As a rule the letter of an option is the first one of its name.
  const letters = new Set([...short, ...long.map((word) => word.charAt(2))])
  return rest.every((wanted) => {
    if (args.includes(wanted)) return true
    if (/^-[a-z]+$/.test(wanted)) return [...wanted.slice(1)].every((letter) => letters.has(letter))
    if (!wanted.startsWith('--')) return false
    const name = wanted.replace(/=.*$/s, '')
    return short.includes(name.charAt(2)) || long.some((word) => name.startsWith(word))
  })
}
