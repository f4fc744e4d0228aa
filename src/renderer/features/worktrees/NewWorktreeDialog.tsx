import { useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldError } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'

type NewWorktreeDialogProps = {
  readonly api: Data
  readonly app: AppStore
  readonly projectId: ProjectId
  readonly onClose: () => void
}

/** Names a task, creates a worktree for it and opens a chat there. */
export function NewWorktreeDialog({ api, app, projectId, onClose }: NewWorktreeDialogProps) {
  const t = useText()
  const say = useProblemWords()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const create = () => {
    setBusy(true)
    setProblem(null)
    const { permissionMode } = app.store.getState().settings
    api
      .command('worktree.newChat', { projectId, name: name.trim(), permissionMode })
      .then(({ sessionId }) => {
        onClose()
        app.openSession(sessionId, projectId)
      })
      .catch((error: unknown) => {
        setProblem(say(problemOf(error)))
        setBusy(false)
      })
  }
  return (
    <Dialog open title={t('worktrees.newChat')} hint={t('worktrees.nameHint')} onClose={onClose}>
      <form
        className="grid gap-3 px-5 pb-5"
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <TextInput
          aria-label={t('worktrees.name')}
          placeholder={t('worktrees.name')}
          value={name}
          onText={setName}
          autoFocus
        />
        <div aria-live="polite" className="empty:hidden">
          {problem === null ? null : <FieldError>{problem}</FieldError>}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('worktrees.cancel')}</Button>
          <Button type="submit" look="primary" disabled={busy || name.trim() === ''}>
            {t('worktrees.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
