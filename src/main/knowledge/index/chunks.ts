/** A separately indexed part of a page. `start` and `end` count UTF-16 units of the body. */
export type Chunk = {
  /** The headings it stands under, from the outermost: `Install › Linux`. */
  readonly heading: string
  readonly start: number
  readonly end: number
}

/** Long enough to be understood alone, short enough that six of them are no burden for a model. */
const LONGEST = 1_800
const MOST_HEADING = 200

/**
 * Cuts a page at its headings, and what is longer than a passage at paragraphs, lines, words, or anywhere. The chunks
 * follow each other without a gap: together they are the body.
 */
export function chunksOf(body: string): Chunk[] {
  return sectionsOf(body).flatMap((section) => cutBySize(body, section))
}

type Heading = { readonly level: number; readonly words: string }

function sectionsOf(body: string): Chunk[] {
  const sections: Chunk[] = []
  const above: Heading[] = []
  let start = 0
  let heading = ''
  const end = (at: number) => {
    if (at > start) sections.push({ heading, start, end: at })
    start = at
  }
  for (const { at, level, words } of headingsOf(body)) {
    end(at)
    while ((above.at(-1)?.level ?? 0) >= level) above.pop()
    above.push({ level, words })
    heading = above
      .map((each) => each.words)
      .filter((each) => each !== '')
      .join(' › ')
      .slice(0, MOST_HEADING)
  }
  end(body.length)
  return sections
}

/** Lines that begin with signs of number; in fenced code they are none. */
function* headingsOf(body: string): Generator<Heading & { readonly at: number }> {
  let fence: string | null = null
  for (const { 0: line, index } of body.matchAll(/^.*$/gm)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === null) fence = mark
      else if (mark.startsWith(fence)) fence = null
      continue
    }
    if (fence !== null) continue
    const signs = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line)
    if (signs === null) continue
    yield { at: index, level: signs[1]?.length ?? 1, words: wordsOf(line.slice(signs[0].length)) }
  }
}

/** A heading without the signs at its end. */
function wordsOf(text: string): string {
  const words = text.trim()
  let end = words.length
  while (words[end - 1] === '#') end -= 1
  // Signs that touch a word belong to it.
  const isClosing = end < words.length && (end === 0 || /[ \t]/.test(words[end - 1] ?? ''))
  return isClosing ? words.slice(0, end).trimEnd() : words
}

function cutBySize(body: string, { heading, start, end }: Chunk): Chunk[] {
  const chunks: Chunk[] = []
  let from = start
  while (end - from > LONGEST) {
    const to = cutIn(body, from, from + LONGEST)
    chunks.push({ heading, start: from, end: to })
    from = to
  }
  chunks.push({ heading, start: from, end })
  return chunks
}

/** Returns the end of a chunk: after the last paragraph that fits, or line, sentence or word. */
function cutIn(body: string, from: number, to: number): number {
  const piece = body.slice(from, to)
  for (const sign of ['\n\n', '\n', '. ', '。', ' ']) {
    const at = piece.lastIndexOf(sign)
    // A nearly empty chunk is useless.
    if (at > LONGEST / 3) return from + at + sign.length
  }
  const splitsPair = /[\ud800-\udbff]$/.test(piece)
  return splitsPair ? to - 1 : to
}
