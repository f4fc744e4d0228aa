import { useEffect, useMemo } from 'react'
import type { Data } from '../../data/data.ts'
import { createHighlighter } from '../../markdown/highlight/highlighter.ts'
import { newHighlightWorker } from '../../markdown/highlight/new-highlight-worker.ts'
import { createLex } from '../../markdown/lex.ts'
import { createWindowFormulas, type MarkdownTools } from '../../markdown/tools.ts'
import type { AppStore } from '../../store/app-store.ts'

/**
 * Returns the Markdown services: a lexer, a highlighter for the lifetime of the component, and link handling.
 */
export function useMarkdown({ api, app }: { api: Data; app: AppStore }): MarkdownTools {
  const highlighter = useMemo(() => createHighlighter({ newWorker: newHighlightWorker, after }), [])
  useEffect(() => highlighter.close, [highlighter])
  return useMemo(
    () => ({
      lex: createLex(),
      highlighter,
      setFormula: createWindowFormulas(),
      openLink: (url) => app.attempt(api.command('app.openLink', { url })),
    }),
    [highlighter, api, app],
  )
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
