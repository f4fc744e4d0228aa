import { Fragment } from 'react'
import { differingPieces } from './differing-pieces.ts'

/** Shows a text with the words highlighted that the adjacent one lacks. */
export function Differing({ text, beside }: { readonly text: string; readonly beside: string }) {
  return differingPieces(text, beside).map(({ text: piece, differs }, index) =>
    differs ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and never change places
      <mark key={index} className="rounded-[2px] bg-warn-wash text-inherit">
        {piece}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}
