import { findFolded } from '#shared/search/fold-text.ts'

/** The names under which `base.css` colours them. */
const ALL = 'found'
const CURRENT = 'found-here'
const MOST = 1_000

/**
 * Colours every place of the words, which are folded, in what is drawn, without touching what React has drawn. `isHere` says which rows
 * belong to the place the person is at; the first of its words is the answer.
 */
export function paintPlaces(
  root: HTMLElement,
  marks: readonly string[],
  isHere: (row: HTMLElement) => boolean,
): Range | null {
  if (marks.length === 0) {
    clearPlaces()
    return null
  }
  const all: Range[] = []
  const here: Range[] = []
  for (const row of root.querySelectorAll<HTMLElement>('[data-index]')) {
    if (all.length < MOST) (isHere(row) ? here : all).push(...rangesIn(row, marks))
  }
  CSS.highlights.set(ALL, new Highlight(...all))
  CSS.highlights.set(CURRENT, new Highlight(...here))
  return here[0] ?? null
}

/** Long outputs and code scroll by themselves: brings the words into the part of them that is seen. */
export function scrollInside(place: Range): void {
  const box = place.startContainer.parentElement?.closest('pre')
  if (box == null || box.scrollHeight <= box.clientHeight) return
  const { top } = place.getBoundingClientRect()
  box.scrollTop += top - box.getBoundingClientRect().top - box.clientHeight / 2
}

export function clearPlaces(): void {
  CSS.highlights.delete(ALL)
  CSS.highlights.delete(CURRENT)
}

/** A word may stand in several elements: the colours of code cut it. */
function rangesIn(row: HTMLElement, marks: readonly string[]): Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    nodes.push({ node, from: text.length })
    text += node.data
  }
  return findFolded(text, marks, MOST).flatMap(([from, to]) => {
    const start = nodes.findLast((each) => each.from <= from)
    const end = nodes.findLast((each) => each.from < to)
    if (start === undefined || end === undefined) return []
    const range = document.createRange()
    range.setStart(start.node, from - start.from)
    range.setEnd(end.node, to - end.from)
    return [range]
  })
}
