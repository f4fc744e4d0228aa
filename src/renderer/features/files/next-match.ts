/** Returns the place of the next match at or after `at`, or of the last before it; null without one. Wraps around. */
export function nextMatch(text: string, words: string, at: number, back: boolean): number | null {
  if (words === '') return null
  // Letters without case stay as long as they are, so places fit both texts.
  const [whole, sought] = sameLength(text) ? [text.toLowerCase(), words.toLowerCase()] : [text, words]
  const found = back
    ? lastBefore(whole, sought, at)
    : [whole.indexOf(sought, at), whole.indexOf(sought)].find((place) => place >= 0)
  return found ?? null
}

function lastBefore(whole: string, sought: string, at: number): number | undefined {
  const before = at === 0 ? -1 : whole.lastIndexOf(sought, at - 1)
  return [before, whole.lastIndexOf(sought)].find((place) => place >= 0)
}

/** Whether lower case letters are as many: a few letters become two. */
const sameLength = (text: string): boolean => text.toLowerCase().length === text.length
