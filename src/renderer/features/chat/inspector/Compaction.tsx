import { useRef, useState } from 'react'
import type { AppErrorData } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { CompactionPreview } from '#shared/session/compaction.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { useBusy } from '../branches/MessageActions.tsx'
import { useChat, useSession } from '../chat-context.ts'

/** Makes room in the chat: a quiet button, and behind it what that would gain. */
export function Compaction() {
  const sessionId = useSession((state) => state.sessionId)
  return sessionId === null ? null : <Compacting key={sessionId} sessionId={sessionId} />
}

type Looked = CompactionPreview | 'nothing' | 'looking'

function Compacting({ sessionId }: { readonly sessionId: SessionId }) {
  const t = useText()
  const say = useProblemWords()
  const { api, app } = useChat()
  const busy = useBusy()
  const problem = useSession(lastFailure)
  const [looked, setLooked] = useState<Looked | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const open = () => {
    setLooked('looking')
    const answer = api.read('session.compactPreview', { sessionId })
    app.attempt(
      answer.then(
        (preview) => setLooked(preview ?? 'nothing'),
        (error: unknown) => {
          setLooked(null)
          throw error
        },
      ),
    )
  }
  const close = () => {
    setLooked(null)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const start = (note: string) => {
    const begun = api.command('session.compact', note.trim() === '' ? { sessionId } : { sessionId, note })
    app.attempt(begun.then(close))
  }
  if (looked !== null && !busy) return <CompactForm looked={looked} onStart={start} onCancel={close} />
  return (
    <div className="grid gap-1">
      <Button ref={opener} size="small" look="ghost" className="w-fit" disabled={busy} onClick={open}>
        {t('chat.compact')}
      </Button>
      {problem === null ? null : <FieldError>{say(problem)}</FieldError>}
    </div>
  )
}

type CompactFormProps = {
  readonly looked: Looked
  readonly onStart: (note: string) => void
  readonly onCancel: () => void
}

function CompactForm({ looked, onStart, onCancel }: CompactFormProps) {
  const t = useText()
  const [note, setNote] = useState('')
  const ready = typeof looked === 'object'
  return (
    <form
      aria-label={t('chat.compact')}
      className="col-span-2 grid w-full gap-2 px-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onStart(note)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        onCancel()
      }}
    >
      <div role="status" className="grid gap-0.5 text-fg-2 text-sm">
        {ready ? (
          <Gain preview={looked} />
        ) : (
          <p>{looked === 'nothing' ? t('chat.compactNothing') : t('chat.compactLooking')}</p>
        )}
      </div>
      {ready ? (
        <Field label={t('chat.compactNote')}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              maxLength={4_000}
              value={note}
              onText={setNote}
              placeholder={t('chat.compactNoteHint')}
            />
          )}
        </Field>
      ) : null}
      <div className="flex items-center justify-end gap-2">
        <Button size="small" look="ghost" onClick={onCancel}>
          {t('chat.editCancel')}
        </Button>
        {ready ? (
          <Button size="small" type="submit">
            {t('chat.compactStart')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function Gain({ preview }: { readonly preview: CompactionPreview }) {
  const t = useText()
  const numbers = useNumbers()
  const { before, after, summarised, kept } = preview
  return (
    <>
      <p className="figures">
        {t('chat.compactGain', { before: numbers.short(before), after: numbers.short(after) })}
      </p>
      <p className="text-fg-3 text-xs">{t('chat.compactCount', { count: summarised, kept })}</p>
    </>
  )
}

type Session = Parameters<Parameters<typeof useSession>[0]>[0]

/** Why the newest thing that ran, when it was a compaction of the person, did not work. */
function lastFailure({ folds }: Session): AppErrorData | null {
  const run = Object.values(folds.runs).at(-1)
  const isOwn = run?.kind === 'system' && run.parentRunId === undefined && isTerminal(run.status)
  return isOwn && run.status === 'failed' ? (run.error ?? null) : null
}
