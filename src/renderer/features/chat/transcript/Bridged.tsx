import { useState } from 'react'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Note } from './Note.tsx'

/** What an agent of another kind was told of a long chat before it spoke, for whoever wants to read it. */
export function Bridged({ text }: { readonly text: string }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-2">
      <Note>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="underline">
          {t('chat.bridged')}
        </button>
      </Note>
      {open ? (
        <div className="rounded-md border border-line bg-sunken p-3 text-fg-2">
          <Markdown text={text} />
        </div>
      ) : null}
    </div>
  )
}
