import type { CodeAnswer, CodePlace, CodeSymbol } from '#shared/problems/code-question.ts'
import type { SeenPlace } from './seen-places.ts'

/** Places and symbols that one answer lists, and the characters of a hover. */
const MOST_PLACES = 100
const MOST_SYMBOLS = 200
const LONGEST_HOVER = 6_000

/** Returns the place as the agent may see it; null for a closed one. */
export type See = (place: CodePlace) => Promise<SeenPlace | null>

/** Words the answer of a server for the agent. Places that it may not see are left out without a word. */
export async function codeWords(
  server: string,
  answer: CodeAnswer,
  { what, see, path }: { readonly what: string; readonly see: See; readonly path: string | null },
): Promise<string> {
  if (answer.kind === 'missing') return `${server} does not offer this.`
  if (answer.kind === 'text')
    return answer.text === '' ? `${server} has nothing to say about it.` : cut(answer.text)
  const isPlaces = answer.kind === 'places'
  const entries: readonly (CodePlace | CodeSymbol)[] = isPlaces ? answer.places : answer.symbols
  const most = isPlaces ? MOST_PLACES : MOST_SYMBOLS
  const lines = new Set<string>()
  let more = answer.more
  for (const entry of entries) {
    if (lines.size >= most) {
      more += 1
      continue
    }
    const seen = await see(entry)
    if (seen !== null) lines.add('name' in entry ? symbolLine(entry, seen, path) : placeLine(entry, seen))
  }
  if (lines.size === 0) return `${server} found no ${what}.`
  return [...lines, ...(more > 0 ? [`(${more} more)`] : [])].join('\n')
}

function placeLine({ line, column }: CodePlace, { shown, text }: SeenPlace): string {
  return text === null ? `${shown}:${line}:${column}` : `${shown}:${line}:${column}: ${text}`
}

function symbolLine(symbol: CodeSymbol, { shown }: SeenPlace, path: string | null): string {
  const { name, kind, line, depth, container } = symbol
  if (path !== null) return `${'  '.repeat(depth)}${line}: ${kind} ${name}`
  return `${shown}:${line}: ${kind} ${name}${container === null ? '' : ` (in ${container})`}`
}

const cut = (text: string): string =>
  text.length <= LONGEST_HOVER ? text : `${text.slice(0, LONGEST_HOVER)}\n(shortened)`
