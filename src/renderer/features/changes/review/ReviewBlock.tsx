import type { ReactNode } from 'react'

type BlockProps = { readonly title: string; readonly note: string; readonly children: ReactNode }

/** A part of the review with its title. */
export function Block({ title, note, children }: BlockProps) {
  return (
    <section aria-label={title} className="grid gap-2 border-line px-4 py-3 [&+&]:border-t">
      <header className="flex items-baseline gap-2">
        <h3 className="grow font-semibold text-fg-2 text-sm">{title}</h3>
        <span className="figures text-fg-3 text-xs">{note}</span>
      </header>
      {children}
    </section>
  )
}

/** A number with its name. */
export function Figure({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <>
      <dt className="text-fg-2">{name}</dt>
      <dd className="figures text-right">{value}</dd>
    </>
  )
}
