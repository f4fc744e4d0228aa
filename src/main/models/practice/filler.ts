/** Sentences without end, always the same, for watching an answer arrive and for stopping it. */
export function flowingText(count: number, filler: readonly string[]): string {
  const sentences: string[] = []
  let sentence: string[] = []
  for (let at = 0; at < count; at += 1) {
    sentence.push(filler[(at * 7 + Math.floor(at / 11) * 3) % filler.length] ?? '')
    if (sentence.length < 9 + (at % 5) && at + 1 < count) continue
    sentences.push(`${capital(sentence.join(' '))}.`)
    sentence = []
  }
  return sentences
    .map((text, at) => text + (at % 4 === 3 ? '\n\n' : ' '))
    .join('')
    .trim()
}

/** The numbers from one, ten to a line. */
export function countingText(to: number): string {
  const numbers = Array.from({ length: to }, (_, at) => String(at + 1))
  return numbers
    .map((number, at) => number + ((at + 1) % 10 === 0 ? '\n' : ' '))
    .join('')
    .trim()
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
