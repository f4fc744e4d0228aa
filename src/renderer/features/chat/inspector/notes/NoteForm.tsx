import { useState } from 'react'
import type { NoteChange, SessionNote } from '#shared/session/notes/note.ts'
import { isNoteKey, NOTE_LENGTH } from '#shared/session/notes/note-key.ts'
import { problemOf } from '../../../../api.ts'
import { useProblemWords, useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../../../ui/controls/Field.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'

type NoteFormProps = {
  /** The note that is changed; null for one that is not there yet. */
  readonly note: SessionNote | null
  readonly onSave: (change: NoteChange) => Promise<void>
  readonly onCancel: () => void
  readonly onRemove?: () => Promise<void>
}

/** Writes a note. What could not be kept stays in the form. */
export function NoteForm({ note, onSave, onCancel, onRemove }: NoteFormProps) {
  const t = useText()
  const say = useProblemWords()
  const [key, setKey] = useState(note?.key ?? '')
  const [content, setContent] = useState(note?.content ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = (act: Promise<void>) => {
    act.catch((error: unknown) => setProblem(say(problemOf(error))))
  }
  const save = () => {
    if (!isNoteKey(key.trim())) setProblem(t('notes.badKey'))
    else if (content.trim() === '') setProblem(t('notes.empty'))
    else attempt(onSave({ key: key.trim(), content: content.trim() }))
  }
  return (
    <form
      aria-label={note === null ? t('notes.add') : t('notes.edit', { key: note.key })}
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          save()
        }
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      {note === null ? (
        <Field label={t('notes.key')}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              maxLength={64}
              value={key}
              onText={setKey}
              placeholder={t('notes.keyHint')}
            />
          )}
        </Field>
      ) : null}
      <Field label={note === null ? t('notes.content') : note.key}>
        {(ids) => (
          <TextArea
            {...ids}
            autoFocus={note !== null}
            rows={4}
            maxLength={NOTE_LENGTH}
            value={content}
            onText={setContent}
          />
        )}
      </Field>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <div className="flex items-center gap-2">
        {onRemove === undefined ? null : (
          <Button size="small" look="danger" onClick={() => attempt(onRemove())}>
            {t('notes.remove')}
          </Button>
        )}
        <span className="grow" />
        <Button size="small" look="ghost" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="small" type="submit">
          {t('notes.save')}
        </Button>
      </div>
    </form>
  )
}
