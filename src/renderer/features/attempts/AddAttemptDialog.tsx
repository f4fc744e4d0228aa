import { useState } from 'react'
import { LETTERS } from '#shared/attempts/letters.ts'
import type { ModelRef, SessionId } from '#shared/ids.ts'
import { problemOf } from '../../api.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldError } from '../../ui/controls/Field.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import type { AttemptsProps } from './use-acts.ts'
import { WishFields } from './WishFields.tsx'
import type { WishDraft } from './wish-draft.ts'

type AddAttemptDialogProps = Pick<AttemptsProps, 'api' | 'app'> & {
  readonly setId: SessionId
  /** Its place among the attempts, from 0. */
  readonly number: number
  /** The model of the newest attempt. */
  readonly model: ModelRef
  readonly onClose: () => void
}

/** Starts one more attempt at a task, from the commit the others began with. */
export function AddAttemptDialog({ api, app, setId, number, model, onClose }: AddAttemptDialogProps) {
  const t = useText()
  const say = useProblemWords()
  const [draft, setDraft] = useState<WishDraft>({ id: number, model, effort: null, words: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const start = () => {
    setBusy(true)
    setProblem(null)
    const { model: chosen, effort, words } = draft
    api
      .command('attempts.add', { setId, model: chosen, effort, words })
      .then(onClose)
      .catch((error: unknown) => {
        setProblem(say(problemOf(error)))
        setBusy(false)
      })
  }
  return (
    <Dialog
      open
      title={t('attempts.more')}
      hint={t('attempts.addHint')}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-160"
    >
      <form
        className="grid gap-4 px-5 pb-5"
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <WishFields app={app} draft={draft} number={number} onChange={setDraft} onRemove={null} />
        <div aria-live="polite" className="empty:hidden">
          {problem === null ? null : <FieldError>{problem}</FieldError>}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('worktrees.cancel')}</Button>
          <Button type="submit" look="primary" disabled={busy}>
            {t('attempts.startOne', { letter: LETTERS[number] ?? '' })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
