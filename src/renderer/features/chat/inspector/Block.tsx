import type { ReactNode } from 'react'
import { ContentBoundary } from '../../../ui/text/ContentBoundary.tsx'

type BlockProps = { readonly title: string; readonly right?: ReactNode; readonly children?: ReactNode }

/** One subject of the inspector under its heading. */
export function Block({ title, right, children }: BlockProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 [&+&]:border-line [&+&]:border-t">
      <header className="flex h-4 items-center gap-2">
        <h3 className="font-semibold text-fg-2 text-sm">{title}</h3>
        <span className="figures ml-auto flex items-center gap-1 text-fg-3 text-xs">{right}</span>
      </header>
      <ContentBoundary source={() => title}>{children}</ContentBoundary>
    </section>
  )
}
