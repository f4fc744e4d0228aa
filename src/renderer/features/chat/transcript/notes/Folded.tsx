import { type ReactNode, useState } from 'react'
import { Note } from './Note.tsx'

/** Shows a line of the conversation that expands to its details. */
export function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-2">
      <Note>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="underline">
          {title}
        </button>
      </Note>
      {open ? <div className="rounded-md border border-line bg-sunken p-3 text-fg-2">{children}</div> : null}
    </div>
  )
}
