import type { ReactNode } from 'react'

type SectionProps = { readonly title: string; readonly hint?: string; readonly children: ReactNode }

/** A part of the detail under its heading. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <header className="flex flex-wrap items-baseline gap-2">
        <h3 className="font-semibold text-fg-2 text-sm">{title}</h3>
        {hint === undefined ? null : <span className="figures text-fg-3 text-xs">{hint}</span>}
      </header>
      {children}
    </section>
  )
}
