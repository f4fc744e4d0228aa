import { useState } from 'react'
import type { DurableEventOf } from '#shared/events/event.ts'
import type { NoteText } from '#shared/session/notes/note.ts'
import { Markdown } from '../../../../markdown/Markdown.tsx'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { useIsFoundEvent } from '../../find/found-context.ts'
import { Note } from './Note.tsx'
import { UndoCompact } from './UndoCompact.tsx'

/** A compaction: what it gained, where its summary comes from, and its words. */
export function Compacted({ event }: { event: DurableEventOf<'compact'> }) {
  const t = useText()
  const numbers = useNumbers()
  const [opened, setOpen] = useState(false)
  const open = useIsFoundEvent(event.id) || opened
  const { summary, tokensBefore, tokensAfter, source, notes = [] } = event.payload
  const figures = { before: numbers.short(tokensBefore), after: numbers.short(tokensAfter) }
  return (
    <div className="grid gap-2">
      <Note>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="underline">
          {t(source === undefined ? 'chat.compacted' : `chat.compactedBy.${source}`, figures)}
        </button>
        <UndoCompact eventId={event.id} />
      </Note>
      {open ? (
        <div className="rounded-md border border-line bg-sunken p-3 text-fg-2">
          <Markdown text={summary} />
          {notes.length === 0 ? null : <CarriedNotes notes={notes} />}
        </div>
      ) : null}
    </div>
  )
}

/** The notes as the model reads them below a summary. */
function CarriedNotes({ notes }: { notes: readonly NoteText[] }) {
  const t = useText()
  return (
    <section aria-label={t('notes.carried')} className="mt-3 grid gap-1 border-line border-t pt-3">
      <h3 className="font-medium text-fg-3 text-xs">{t('notes.carried')}</h3>
      <dl className="grid gap-1">
        {notes.map(({ key, content }) => (
          <div key={key}>
            <dt className="font-medium">{key}</dt>
            <dd className="whitespace-pre-wrap break-words">{content}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
