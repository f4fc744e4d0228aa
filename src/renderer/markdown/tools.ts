import { createContext, useContext } from 'react'
import type { Highlighter } from './highlight/highlighter.ts'
import { createLex, type Lex } from './lex.ts'

/** What Markdown needs from the window around it. */
export type MarkdownTools = {
  readonly lex: Lex
  readonly highlighter: Pick<Highlighter, 'known' | 'highlight'>
  /** Opens an address in the person's browser; it is the only way a link leads anywhere. */
  readonly openLink: (url: string) => void
}

const PLAIN: MarkdownTools = {
  lex: createLex(),
  highlighter: { known: () => null, highlight: async () => null },
  openLink: () => undefined,
}

/** Without a provider, Markdown is drawn without colours and links lead nowhere. */
export const MarkdownContext = createContext<MarkdownTools>(PLAIN)

export function useMarkdownTools(): MarkdownTools {
  return useContext(MarkdownContext)
}
