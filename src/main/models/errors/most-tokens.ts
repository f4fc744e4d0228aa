/** Error texts that name the maximum answer length, or say that it exceeds the remaining window. */
const RANGES = [
  /[[(]\s*[01]\s*,\s*(\d+)\s*[\])]/,
  /between\s+\d+\s+and\s+(\d{2,})/i,
  /\d+\s*>\s*(\d{2,})(?!\d*\s*-)/,
  /(?:at most|less than or equal to|<=|≤|no more than|(?:can|must|may) ?not (?:exceed|be (?:greater|larger|more) than)|exceeds?(?: the)?(?: (?:maximum|(?:model )?limit))?(?: of)?|up to|max(?:imum)?(?: allowed)?(?: value)?(?: is| of|:)?|max(?:imum)? (?:output|completion) tokens (?:is|are)|limit(?: is| of|:)?)\s*\(?(\d{2,})/i,
]

/** Words with their numbers as digits only: without quotes around them and signs between thousands. */
function withPlainNumbers(words: string): string {
  const bare = words.replace(/[`'"]+(\d[\d,]*)[`'"]+/g, '$1')
  return bare.replace(/(?<![[(]\s*[01])(?<=\d),(?=\d{3}(?!\d))/g, '')
}

/** Returns the most tokens of an answer that a refusal names; null where it names none. */
export function mostTokensIn(words: string): number | null {
  const plain = withPlainNumbers(words)
  return (
    RANGES.map((range) => Number(range.exec(plain)?.[1] ?? Number.NaN)).find((found) => found > 0) ?? null
  )
}
