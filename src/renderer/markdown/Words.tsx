import { createContext, useContext } from 'react'
import { breakable } from '../ui/text/breakable.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

/** The text rendering in Markdown: plain, or with codes for hiding or reordering characters. */
export const WordsContext = createContext<'plain' | 'foreign'>('plain')

/** Words of a block, with places to break in words without end. */
export function Words({ text }: { readonly text: string }) {
  const shown = useContext(WordsContext)
  return shown === 'foreign' ? <ForeignText text={text} lines prose /> : breakable(text)
}
