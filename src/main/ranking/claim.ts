import { contentWordsOf } from './words.ts'

/** A parsed statement: its topic and its values. */
export type Claim = {
  /** The words that say what it is about. */
  readonly about: readonly string[]
  /** Its numbers, versions, dates and paths, as often as they stand in it, in order. */
  readonly values: readonly string[]
  /** It says that something is not so, and is to be done not. */
  readonly denies: boolean
}

const NAMED_DAYS = 'mon|tues|wednes|thurs|fri|satur|sun'
const MONTHS = 'january|february|march|april|june|july|august|september|october|november|december'
const NUMERALS = 'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand'
/** An address or a path; a number, version or date with what hangs on it; what is a number in words. */
const VALUE = new RegExp(
  [
    '(?<![a-z+.-])[a-z][a-z+.-]*:\\/\\/[^\\s\\p{Script=Han}，。；）]+',
    '(?:[a-z]:|~|\\.{1,2})?(?:[\\\\/][\\p{L}\\p{N}._*@-]+)+[\\\\/]?',
    '(?<![a-z_.-])[+-]?[a-z_.-]*\\d[a-z0-9_.:%/-]*',
    `\\b(?:(?:${NAMED_DAYS})days?|${MONTHS}|${NUMERALS}|true|false|enabled|disabled)\\b`,
    '[〇零一二两三四五六七八九十百千万亿半]+',
  ].join('|'),
  'gu',
)
const DENIAL =
  /\b(?:not|never|no|none|neither|nor|cannot|without)\b|\p{L}n['’]t\b|不|没|未|勿|别(?!的|人|名)|禁止/u
/** Words dropped around a negation, so that "do not use it" is compared with "use it". */
const BESIDE =
  /\b(?:not|never|always|no|none|neither|nor|cannot|without|do|does|did|\p{L}+n['’]t)\b|不|没|未|勿|别|禁止|要|会|能|可|得|请|有|总是|从/gu

/** A longer text is judged by its beginning. */
const MOST_CHARACTERS = 8_000

/** Takes a text apart into what it is about and what it says of that. */
export function claimOf(text: string): Claim {
  const folded = text.slice(0, MOST_CHARACTERS).normalize('NFKC').toLowerCase()
  // A full stop ends the sentence and not the number.
  const values = (folded.match(VALUE) ?? []).map((value) => value.replace(/[.:/-]+$/, ''))
  const rest = folded.replaceAll(VALUE, ' ')
  return {
    about: contentWordsOf(rest.replaceAll(BESIDE, ' ')),
    values: values.sort(),
    denies: DENIAL.test(rest),
  }
}

/** The same is said of the same thing, but for one value, or that the one denies what the other says. */
export function saysOtherwise(one: Claim, other: Claim): boolean {
  if (one.about.length === 0 || !isSame(one.about, other.about)) return false
  const [more, less] = [without(one.values, other.values), without(other.values, one.values)]
  if (one.denies !== other.denies) return more.length + less.length === 0
  return more.length === 1 && less.length === 1
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  const [one, other] = [new Set(left), new Set(right)]
  return one.size === other.size && [...one].every((word) => other.has(word))
}

/** Returns the values missing in `others`, respecting multiplicity. */
function without(values: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return values.filter((value) => {
    const at = left.indexOf(value)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
