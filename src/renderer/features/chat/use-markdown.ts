import { useEffect, useMemo } from 'react'
import type { Api } from '../../api.ts'
import { createHighlighter } from '../../markdown/highlight/highlighter.ts'
import { newHighlightWorker } from '../../markdown/highlight/new-highlight-worker.ts'
import { createLex } from '../../markdown/lex.ts'
import { createWindowFormulas, type MarkdownTools } from '../../markdown/tools.ts'
import type { AppStore } from '../../store/app-store.ts'

/** What Markdown needs to be drawn: a lexer, a highlighter for as long as this is mounted, and a way to open links. */
export function useMarkdown({ api, app }: { api: Api; app: AppStore }): MarkdownTools {
  const highlighter = useMemo(() => createHighlighter({ newWorker: newHighlightWorker, after }), [])
  useEffect(() => highlighter.close, [highlighter])
  return useMemo(
    () => ({
      lex: createLex(),
      highlighter,
      setFormula: createWindowFormulas(),
      openLink: (url) => app.attempt(api.call('app.openLink', { url })),
    }),
    [highlighter, api, app],
  )
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
