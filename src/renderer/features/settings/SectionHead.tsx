import type { ReactNode } from 'react'

/** The title of a section, what it is for, and its one action. */
export function SectionHead({ title, hint, action }: { title: string; hint?: string; action?: ReactNode }) {
  return (
    <header className="flex items-center gap-2">
      <div className="min-w-0 grow">
        <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
        {hint === undefined ? null : <p className="text-fg-2">{hint}</p>}
      </div>
      {action}
    </header>
  )
}

/** A frame around settings that belong together. */
export function SettingGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="@container grid gap-2">
      <h3 className="font-semibold text-fg-2 text-sm">{label}</h3>
      <div className="overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card">
        {children}
      </div>
    </section>
  )
}

type SettingLineProps = { readonly title: string; readonly hint: ReactNode; readonly children: ReactNode }

/** One setting: what it is on the left, its control on the right. */
export function SettingLine({ title, hint, children }: SettingLineProps) {
  return (
    <div className="grid min-h-(--h-setting) grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line px-4 py-(--gap-piece) @max-[440px]:grid-cols-[minmax(0,1fr)] @max-[440px]:justify-items-start [&+div]:border-t">
      <div>
        <div className="font-medium">{title}</div>
        <p className="text-fg-3 text-xs">{hint}</p>
      </div>
      {children}
    </div>
  )
}
