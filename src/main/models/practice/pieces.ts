/** Cuts a text as a model would send it: a word at a time, or a few characters where words have no spaces. */
export function* wordPieces(text: string): Generator<string> {
  for (const [word] of text.matchAll(/\s*\S+\s*$|\s*\S+/gu)) yield* slices(word, 12)
}

/** Cuts arguments into pieces that are not JSON by themselves, as models send them. */
export function argumentPieces(text: string): Generator<string> {
  return slices(text, 24)
}

function* slices(text: string, size: number): Generator<string> {
  let piece = ''
  // By character, so that no surrogate pair is cut in two.
  for (const char of text) {
    piece += char
    if (piece.length < size) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
