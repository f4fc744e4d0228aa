/** A text as search sees it: without case, accents and widths. */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  return text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ς', 'σ')
}

/** A folded text that knows for each of its units which unit of the original it came from. */
export type Folded = { readonly text: string; readonly at: (index: number) => number }

/** Folds a text so that what is found in it can be shown in the original. */
export function foldWithPlaces(text: string): Folded {
  if (isPlain(text)) return { text: text.toLowerCase(), at: (index) => index }
  const pieces: string[] = []
  const places: number[] = []
  let place = 0
  for (const character of text) {
    const piece = foldText(character)
    pieces.push(piece)
    for (let unit = 0; unit < piece.length; unit += 1) places.push(place)
    place += character.length
  }
  places.push(place)
  return { text: pieces.join(''), at: (index) => places[index] ?? place }
}

/** A part of a text: from the first unit to the one after the last. */
export type Span = readonly [from: number, to: number]

/** Returns all matches of the folded needles, in order and without overlaps. */
export function findFolded(text: string, needles: readonly string[], most: number): Span[] {
  const folded = foldWithPlaces(text)
  const spans: Span[] = []
  for (const needle of needles) {
    if (needle === '') continue
    let from = folded.text.indexOf(needle)
    while (from >= 0 && spans.length < most * needles.length) {
      spans.push([folded.at(from), folded.at(from + needle.length)])
      from = folded.text.indexOf(needle, from + needle.length)
    }
  }
  return joined(spans.filter(([from, to]) => to > from)).slice(0, most)
}

/** Sorted, with what overlaps or touches made one. */
function joined(spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted((left, right) => left[0] - right[0])
  const out: Span[] = []
  for (const [from, to] of sorted) {
    const last = out.at(-1)
    if (last !== undefined && from <= last[1]) out[out.length - 1] = [last[0], Math.max(last[1], to)]
    else out.push([from, to])
  }
  return out
}

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false
  return true
}
