import { useState } from 'react'
import { useStore } from 'zustand'
import type { NoteHit } from '#shared/session/notes/note.ts'
import { NOTE_LENGTH } from '#shared/session/notes/note-key.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { breakable } from '../../../ui/text/breakable.tsx'
import { ScopeChip } from '../filters/ScopeChip.tsx'
import type { MemoryProps } from '../memory-props.ts'
import { Section } from '../Section.tsx'
import { NoteHistory } from './NoteHistory.tsx'

type NoteSheetProps = MemoryProps & { readonly hit: NoteHit; readonly onChanged: () => void }

const SECONDS = 10

/** One note of a chat: its words, who wrote it, and the way to its chat. */
export function NoteSheet({ api, app, toast, hit, onChanged }: NoteSheetProps) {
  const t = useText()
  const date = useDateText()
  const [editing, setEditing] = useState(false)
  const projects = useStore(app.store, (state) => state.projects)
  const { sessionId, projectId, title, note, gone } = hit
  const put = async (content: string | null) => {
    await api.command('note.set', { sessionId, key: note.key, content })
    setEditing(false)
    onChanged()
  }
  /** With a way back to how the note is now. */
  const change = async (content: string | null) => {
    await put(content)
    const undo = { label: t('memory.undo'), onAct: () => app.attempt(put(gone ? null : note.content)) }
    const text = t(toldBy(content, gone), { key: note.key })
    toast({ mark: 'done', text, action: undo, seconds: SECONDS })
  }
  const by = t(`notes.by.${note.by}`)
  const project = projects.find(({ id }) => id === projectId) ?? null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 break-words font-semibold text-lg tracking-tight">{note.key}</h2>
        {projectId === null ? null : (
          <ScopeChip scope={{ level: 'project', id: projectId }} project={project} />
        )}
        <div className="ml-auto flex flex-wrap gap-2">
          {gone ? (
            <Button size="small" icon="undo" onClick={() => app.attempt(change(note.content))}>
              {t('notes.putBack')}
            </Button>
          ) : (
            <>
              <Button size="small" icon="edit" onClick={() => setEditing(true)}>
                {t('memory.edit')}
              </Button>
              <Button size="small" look="danger" icon="trash" onClick={() => app.attempt(change(null))}>
                {t('notes.remove')}
              </Button>
            </>
          )}
        </div>
      </header>
      {editing ? (
        <Words start={note.content} onSave={change} onCancel={() => setEditing(false)} />
      ) : (
        <p className="whitespace-pre-wrap break-words rounded-md border border-line-strong bg-raised px-4 py-3 shadow-card">
          {breakable(note.content)}
        </p>
      )}
      <Section title={t('memory.cameFrom')}>
        <p className="flex min-h-8 items-center gap-2 text-sm">
          <time className="figures w-36 shrink-0 text-fg-3 text-xs max-wide:hidden">
            {date(note.changedAt)}
          </time>
          <span className="min-w-0 flex-1 truncate">
            {t('notes.noteOf')} <span className="font-medium">{title ?? t('memory.sourceGone')}</span>
            <span className="text-fg-3">
              {' · '}
              {gone ? t('memory.didBy', { act: t('notes.act.removed'), by }) : by}
            </span>
          </span>
          <Button size="small" look="ghost" icon="chat" onClick={() => app.openSession(sessionId, projectId)}>
            {t('notes.openChat')}
          </Button>
        </p>
      </Section>
      <NoteHistory api={api} hit={hit} onRestore={(content) => app.attempt(change(content))} />
    </div>
  )
}

function toldBy(content: string | null, gone: boolean) {
  if (content === null) return 'notes.removed'
  return gone ? 'notes.back' : 'notes.changed'
}

type WordsProps = {
  readonly start: string
  readonly onSave: (content: string) => Promise<void>
  readonly onCancel: () => void
}

/** Shows the edit form. A text that failed to save stays in it. */
function Words({ start, onSave, onCancel }: WordsProps) {
  const t = useText()
  const [content, setContent] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const save = () => {
    if (content.trim() === '') return setProblem(t('notes.empty'))
    onSave(content.trim()).catch((error: unknown) => setProblem(problemOf(error).message))
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field label={t('notes.content')} error={problem}>
        {(ids) => (
          <TextArea {...ids} autoFocus rows={8} maxLength={NOTE_LENGTH} value={content} onText={setContent} />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('notes.save')}
        </Button>
      </div>
    </form>
  )
}
