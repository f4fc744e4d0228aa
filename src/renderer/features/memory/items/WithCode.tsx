import { Fragment } from 'react'

/** Shows text with the parts between backticks as code. */
export function WithCode({ text }: { readonly text: string }) {
  return text.split(/`([^`\n]+)`/).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and never change places
      <code key={index} className="rounded-xs bg-select px-1 font-mono text-xs">
        {piece}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}
