import { Fragment } from 'react'

/** Shows a text with the searched words highlighted. */
export function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return text
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'giu')
  const pieces = text.split(pattern).map((piece, index) => ({ piece, index }))
  return pieces.map(({ piece, index }) =>
    index % 2 === 1 ? (
      <mark key={index} className={FOUND}>
        {piece}
      </mark>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}

const FOUND = 'rounded-[2px] bg-warn-wash text-inherit shadow-[0_1px_0_var(--color-warn-line)]'

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
