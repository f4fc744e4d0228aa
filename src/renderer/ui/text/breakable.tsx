import type { ReactNode } from 'react'

/** Maximum characters without a line break opportunity. */
export const LONGEST_WORD = 400

/** Maximum combining marks on one letter. Real writing needs fewer than ten. */
export const MOST_MARKS = 32

/** From here on (Chinese, Japanese, Korean, emoji) lines can end between characters. */
const BREAKS_ANYWHERE = 0x2e80
const FIRST_MARK = 0x300

/**
 * Adds break opportunities to endless words of untrusted text. The browser searches for the end of a word in
 * each line and stacks combining marks one by one, so a few kilobytes could take seconds to lay out.
 */
export function breakable(text: string): ReactNode {
  if (text.length <= MOST_MARKS) return text
  const cuts = cutsOf(text)
  if (cuts.length === 0) return text
  return [0, ...cuts].map((from, index) => [
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
    index === 0 ? null : <wbr key={index} />,
    text.slice(from, cuts[index]),
  ])
}

/** Returns cut positions in UTF-16 units, so that no piece has an overlong word or too many marks. */
export function cutsOf(text: string): readonly number[] {
  const cuts: number[] = []
  let word = 0
  let marks = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isMark = code >= FIRST_MARK && /\p{M}/u.test(text.charAt(at))
    if (word >= LONGEST_WORD ? !isMark || marks >= MOST_MARKS : marks >= MOST_MARKS && isMark) {
      cuts.push(at)
      word = 0
      marks = 0
    }
    marks = isMark ? marks + 1 : 0
    word = code <= 0x20 || (code >= BREAKS_ANYWHERE && !isMark) ? 0 : word + 1
  }
  return cuts
}
