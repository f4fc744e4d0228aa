import { findFolded } from '#shared/search/fold-text.ts'

/** The names under which `base.css` colours them. */
const ALL = 'found'
const CURRENT = 'found-here'
const MOST = 1_000

/** The element that holds the current message in a row, and which of its matches is the current one. */
type Here = { readonly part: HTMLElement; readonly nth: number }

/**
 * Colours every place of the words, which are folded, in what is drawn, without touching what React has drawn.
 * `hereIn` names the current message in a row; null: another row. Returns the current match, null while it is not drawn.
 */
export function paintPlaces(
  root: HTMLElement,
  marks: readonly string[],
  hereIn: (row: HTMLElement) => Here | null,
): Range | null {
  if (marks.length === 0) {
    clearPlaces()
    return null
  }
  const all: Range[] = []
  let current: Range | null = null
  for (const row of root.querySelectorAll<HTMLElement>('[data-index]')) {
    const here = hereIn(row)
    if (here === null && all.length >= MOST) continue
    const ranges = rangesIn(row, marks)
    const inside = here === null ? [] : ranges.filter((range) => here.part.contains(range.startContainer))
    // Marks of Markdown may hold the words without showing them.
    current ??= inside[Math.min(here?.nth ?? 0, inside.length - 1)] ?? null
    all.push(...ranges.filter((range) => range !== current))
  }
  CSS.highlights.set(ALL, new Highlight(...all))
  CSS.highlights.set(CURRENT, new Highlight(...(current === null ? [] : [current])))
  return current
}

export function clearPlaces(): void {
  CSS.highlights.delete(ALL)
  CSS.highlights.delete(CURRENT)
}

/** Returns the ranges of matches. A word may span several elements, because syntax colours split it. */
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
