import { Fragment, startTransition, useEffect, useState } from 'react'
import { breakable } from '../ui/text/breakable.tsx'
import type { Span, SpanKind } from './highlight/theme.ts'
import { useMarkdownTools } from './tools.ts'

const COLOURS: Readonly<Record<SpanKind, string>> = {
  key: 'text-syn-key',
  fn: 'text-syn-fn',
  str: 'text-syn-str',
  num: 'text-syn-num',
  note: 'text-syn-note',
  add: 'text-ok-fg',
  del: 'text-bad-fg',
}

/** The lines of code in coloured pieces, or null while they are plain. Colours come once the code is finished. */
export function useSpans(code: string, language: string | null, done: boolean): readonly Span[][] | null {
  const { highlighter } = useMarkdownTools()
  const known = language === null || !done ? null : highlighter.known(code, language)
  const [found, setFound] = useState<{ code: string; lines: Span[][] } | null>(null)
  useEffect(() => {
    if (language === null || !done || known !== null) return
    let wanted = true
    highlighter
      .highlight(code, language)
      .then((lines) => {
        // Colours give way to what the person does.
        if (wanted && lines !== null) startTransition(() => setFound({ code, lines }))
      })
      // The highlighter answers null instead of failing; plain code is what is on the screen already.
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [code, language, done, known, highlighter])
  return known ?? (found?.code === code ? found.lines : null)
}

/** One line of code. */
export function CodeLine({ spans }: { spans: readonly Span[] }) {
  return spans.map(([text, kind], index) =>
    kind === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
      <Fragment key={index}>{breakable(text)}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
      <span key={index} className={COLOURS[kind]}>
        {breakable(text)}
      </span>
    ),
  )
}
