type Piece = { readonly text: string; readonly differs: boolean }

/** Share of differing words above which no marks are shown. */
const MOST_DIFFERING = 0.5
/** A longer text is shown without marks. */
const MOST_CHARACTERS = 4_000

/** Splits a text into pieces shared with the other text and pieces that differ. Joined they are the text. */
export function differingPieces(text: string, beside: string): readonly Piece[] {
  const plain = [{ text, differs: false }]
  if (text.length > MOST_CHARACTERS || beside.length > MOST_CHARACTERS) return plain
  const known = new Set(wordsOf(beside).map(({ segment }) => segment.toLowerCase()))
  const words = wordsOf(text).filter(({ segment }) => !known.has(segment.toLowerCase()))
  if (words.length === 0 || words.length > wordsOf(text).length * MOST_DIFFERING) return plain
  const pieces: Piece[] = []
  let at = 0
  for (const { segment, index } of words) {
    if (index > at) pieces.push({ text: text.slice(at, index), differs: false })
    pieces.push({ text: segment, differs: true })
    at = index + segment.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), differs: false })
  return pieces
}

function wordsOf(text: string): Intl.SegmentData[] {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...words.segment(text)].filter(({ isWordLike }) => isWordLike === true)
}
