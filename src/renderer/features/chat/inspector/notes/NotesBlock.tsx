import { useRef, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { SessionNote } from '#shared/session/notes/note.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { useChat, useSession } from '../../chat-context.ts'
import { Block } from '../Block.tsx'
import { NoteForm } from './NoteForm.tsx'
import { useNoteActs } from './use-note-acts.ts'

/** The notes of the open chat: what its agents and the person keep in it, and which is read word for word. */
export function NotesBlock() {
  const sessionId = useSession((state) => state.sessionId)
  return sessionId === null ? null : <NotesOf key={sessionId} sessionId={sessionId} />
}

function NotesOf({ sessionId }: { readonly sessionId: SessionId }) {
  const t = useText()
  const { app, toast } = useChat()
  const notes = useSession((state) => state.folds.notes)
  const acts = useNoteActs(sessionId)
  const [open, setOpen] = useState<string | null>(null)
  const block = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(null)
    requestAnimationFrame(() => block.current?.querySelector<HTMLElement>('[data-edit]')?.focus())
  }
  const readOnly = toast === null
  if (readOnly && notes.length === 0) return null
  return (
    <Block
      title={t('notes.title')}
      right={
        readOnly ? null : (
          <IconButton
            icon="plus"
            size="small"
            label={t('notes.add')}
            data-edit
            onClick={() => setOpen(NEW)}
          />
        )
      }
    >
      <div ref={block} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {open === NEW ? (
          <NoteForm note={null} onSave={(change) => acts.set(change).then(close)} onCancel={close} />
        ) : null}
        {notes.length === 0 && open !== NEW ? (
          <p className="text-fg-3 text-xs">{t('notes.none')}</p>
        ) : (
          <ul aria-label={t('notes.title')} className="grid gap-2">
            {notes.map((note) => (
              <li key={note.key}>
                {open === note.key ? (
                  <NoteForm
                    note={note}
                    onSave={(change) => acts.set(change).then(close)}
                    onCancel={close}
                    onRemove={() => acts.remove(note).then(close)}
                  />
                ) : (
                  <NoteRow
                    note={note}
                    onEdit={readOnly ? null : () => setOpen(note.key)}
                    onHistory={readOnly ? null : () => app.openNote({ sessionId, key: note.key })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Block>
  )
}

/** No key can be empty, so this names the note that is not there yet. */
const NEW = ''

type NoteRowProps = {
  readonly note: SessionNote
  readonly onEdit: (() => void) | null
  readonly onHistory: (() => void) | null
}

function NoteRow({ note, onEdit, onHistory }: NoteRowProps) {
  const t = useText()
  const { key, content, by } = note
  return (
    <article aria-label={t('notes.one', { key })} className="group grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <header className="flex min-h-6 items-center gap-2 text-sm">
        <h4 className="min-w-0 truncate font-medium" title={key}>
          {key}
        </h4>
        <span className="ml-auto shrink-0 text-fg-3 text-xs">{t(`notes.by.${by}`)}</span>
        {onHistory === null ? null : (
          <IconButton icon="clock" size="small" label={t('notes.history', { key })} onClick={onHistory} />
        )}
        {onEdit === null ? null : (
          <IconButton icon="edit" size="small" label={t('notes.edit', { key })} data-edit onClick={onEdit} />
        )}
      </header>
      <p className="line-clamp-4 whitespace-pre-wrap break-words text-fg-2 text-sm">{content}</p>
    </article>
  )
}
