import type { ReactNode } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PlainSource } from './PlainSource.tsx'

type ContentBoundaryProps = {
  /** Returns what the content was made from, to be read and copied in its place. */
  readonly source: () => string
  readonly children: ReactNode
}

/** Draws content that a model, a tool or a file wrote. When that fails, its source is shown as plain text. */
export function ContentBoundary({ source, children }: ContentBoundaryProps) {
  const t = useText()
  return (
    <ErrorBoundary
      fallback={(_error, retry) => (
        <PlainSource text={source()} reason={t('ui.plain.failed')} onRetry={retry} />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
