const LONGEST = 240
/** Enough of a text for an excerpt, however much of it is marks. */
const READ = 2_000

/** Returns the beginning of a page as plain text, without markup. */
export function excerptOf(body: string): string {
  const plain = body
    .slice(0, READ)
    .replaceAll(/!?\[\[?([^[\]]{0,300})\]\]?(?:\([^()\s]{0,1000}\))?/g, '$1')
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-*+]|`{3,}.*|~{3,}.*|\|?[-:| ]+\|[-:| ]*$)(?=\s|$)/gm, '')
    .replaceAll(/[*_`|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length > LONGEST ? `${wholePairs(plain.slice(0, LONGEST)).trimEnd()}…` : plain
}

/** Without half of a character at its end. */
function wholePairs(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}
