import { createContext, useContext } from 'react'
import { createFormulas, type Formulas } from './formulas.ts'
import type { Highlighter } from './highlight/highlighter.ts'
import { createLex, type Lex } from './lex.ts'

/** The window services used by Markdown. */
export type MarkdownTools = {
  readonly lex: Lex
  readonly highlighter: Pick<Highlighter, 'known' | 'highlight'>
  readonly setFormula: Formulas
  /** Opens an address in the person's browser; it is the only way a link leads anywhere. */
  readonly openLink: (url: string) => void
}

/** Sets formulas of this window, without holding it up. */
export function createWindowFormulas(): Formulas {
  return createFormulas({
    load: async () => (await import('./mathematics-markup.ts')).mathematicsMarkup,
    now: () => performance.now(),
    later: (run) => void setTimeout(run),
  })
}

const PLAIN: MarkdownTools = {
  lex: createLex(),
  highlighter: { known: () => null, highlight: async () => null },
  setFormula: createWindowFormulas(),
  openLink: () => undefined,
}

/** Without a provider, Markdown is drawn without colours and links lead nowhere. */
export const MarkdownContext = createContext<MarkdownTools>(PLAIN)

export function useMarkdownTools(): MarkdownTools {
  return useContext(MarkdownContext)
}
