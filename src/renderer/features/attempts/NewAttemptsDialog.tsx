import { useState } from 'react'
import { useStore } from 'zustand'
import { MOST_ATTEMPTS } from '#shared/attempts/letters.ts'
import type { ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import { problemOf } from '../../api.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../ui/controls/Field.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import type { AttemptsProps } from './use-acts.ts'
import { WishFields } from './WishFields.tsx'
import type { WishDraft } from './wish-draft.ts'

const CHECK_MINUTES = 10
const CHECK_EXAMPLE = 'npm test'

type NewAttemptsDialogProps = Pick<AttemptsProps, 'api' | 'app'> & {
  readonly projectId: ProjectId
  /** The model of new chats. */
  readonly model: ModelRef
  readonly onClose: () => void
  readonly onStarted: (setId: SessionId) => void
}

/** Writes a task, the attempts at it, its check and its spending limit, and starts them. */
export function NewAttemptsDialog({
  api,
  app,
  projectId,
  model,
  onClose,
  onStarted,
}: NewAttemptsDialogProps) {
  const t = useText()
  const say = useProblemWords()
  const permissionMode = useStore(app.store, (state) => state.settings.permissionMode)
  const [task, setTask] = useState('')
  const [check, setCheck] = useState('')
  const [limit, setLimit] = useState('')
  const [wishes, setWishes] = useState<readonly WishDraft[]>(() =>
    [0, 1].map((id) => ({ id, model, effort: null, words: '' })),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const dollars = limit.trim() === '' ? null : Number(limit.trim().replace(',', '.'))
  const isLimit = dollars === null || (Number.isFinite(dollars) && dollars > 0)
  const start = () => {
    setBusy(true)
    setProblem(null)
    const attempts = wishes.map(({ model: each, effort, words }) => ({ model: each, effort, words }))
    api
      .command('attempts.start', {
        projectId,
        task: task.trim(),
        permissionMode,
        attempts,
        check: check.trim(),
        checkMinutes: CHECK_MINUTES,
        limit: dollars,
      })
      .then(({ setId }) => {
        onClose()
        onStarted(setId)
      })
      .catch((error: unknown) => {
        setProblem(say(problemOf(error)))
        setBusy(false)
      })
  }
  const change = (draft: WishDraft) =>
    setWishes((old) => old.map((each) => (each.id === draft.id ? draft : each)))
  const more = () =>
    setWishes((old) => [...old, { id: (old.at(-1)?.id ?? 0) + 1, model, effort: null, words: '' }])
  return (
    <Dialog
      open
      title={t('attempts.new')}
      hint={t('attempts.newHint')}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-160"
    >
      <form
        className="grid min-h-0 gap-4 overflow-y-auto px-5 pb-5"
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <Field label={t('attempts.task')}>
          {(ids) => <TextArea {...ids} value={task} onText={setTask} autoFocus rows={4} />}
        </Field>
        <div className="grid gap-2">
          {wishes.map((draft, index) => (
            <WishFields
              key={draft.id}
              app={app}
              draft={draft}
              number={index}
              onChange={change}
              onRemove={
                wishes.length > 2 ? () => setWishes((old) => old.filter(({ id }) => id !== draft.id)) : null
              }
            />
          ))}
          <div>
            <Button size="small" icon="plus" disabled={wishes.length >= MOST_ATTEMPTS} onClick={more}>
              {t('attempts.more')}
            </Button>
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_160px] gap-3">
          <Field label={t('attempts.check')} hint={t('attempts.checkHint', { minutes: CHECK_MINUTES })}>
            {(ids) => <TextInput {...ids} value={check} onText={setCheck} placeholder={CHECK_EXAMPLE} />}
          </Field>
          <Field
            label={t('attempts.limit')}
            hint={t('attempts.limitHint')}
            error={isLimit ? null : t('attempts.limitBad')}
          >
            {(ids) => <TextInput {...ids} value={limit} onText={setLimit} inputMode="decimal" />}
          </Field>
        </div>
        <div aria-live="polite" className="empty:hidden">
          {problem === null ? null : <FieldError>{problem}</FieldError>}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('worktrees.cancel')}</Button>
          <Button type="submit" look="primary" disabled={busy || task.trim() === '' || !isLimit}>
            {t('attempts.start', { count: wishes.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
