import { useState } from 'react'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field, FieldError } from '../../../ui/controls/Field.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import type { ShowToast } from '../../../ui/panes/Toast.tsx'

type NewPullProps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly projectId: ProjectId
  readonly toast: ShowToast
  readonly isPushed: boolean
  readonly onCreated: () => void
}

/** The form that creates a pull request. A model drafts its texts on request. */
export function NewPull({ api, placeId, projectId, toast, isPushed, onCreated }: NewPullProps) {
  const t = useText()
  const say = useProblemWords()
  const [texts, setTexts] = useState({ title: '', body: '' })
  const [isDraft, setIsDraft] = useState(false)
  const [busy, setBusy] = useState<'draft' | 'create' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const run = (what: 'draft' | 'create', act: () => Promise<void>) => {
    setBusy(what)
    setProblem(null)
    act()
      .catch((error: unknown) => {
        const found = problemOf(error)
        if (found.code !== 'cancelled') setProblem(say(found))
      })
      .finally(() => setBusy(null))
  }
  const draft = () => {
    if (busy === 'draft') return void api.command('changes.stopDraft', { projectId }).catch(() => {})
    run('draft', async () => {
      const drafted = await api.command('pulls.draft', { placeId })
      setTexts((typed) => {
        if (typed.title.trim() !== '' || typed.body.trim() !== '') {
          const action = { label: t('changes.undo'), onAct: () => setTexts(typed) }
          toast({ mark: 'done', text: t('changes.draftReplaced'), action, seconds: 30 })
        }
        return drafted
      })
    })
  }
  const create = () =>
    run('create', async () => {
      await api.command('pulls.create', { placeId, ...texts, isDraft })
      toast({ mark: 'done', text: t('pulls.created'), seconds: 10 })
      onCreated()
    })
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
    >
      <p className="text-fg-2 text-sm">{t(isPushed ? 'pulls.none' : 'pulls.notPushed')}</p>
      <Field label={t('pulls.titleField')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={texts.title}
            onText={(title) => setTexts((old) => ({ ...old, title }))}
          />
        )}
      </Field>
      <Field label={t('pulls.body')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={8}
            value={texts.body}
            onText={(body) => setTexts((old) => ({ ...old, body }))}
          />
        )}
      </Field>
      <div aria-live="polite" className="whitespace-pre-line empty:hidden">
        {problem === null ? null : <FieldError>{problem}</FieldError>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Checkbox label={t('pulls.asDraft')} checked={isDraft} onChange={setIsDraft} />
        <span className="grow" />
        <Button icon={busy === 'draft' ? 'stop' : 'bulb'} disabled={busy === 'create'} onClick={draft}>
          {t(busy === 'draft' ? 'changes.stopDraft' : 'changes.draft')}
        </Button>
        <Button
          type="submit"
          look="primary"
          disabled={busy !== null || !isPushed || texts.title.trim() === ''}
        >
          {t('pulls.create')}
        </Button>
      </div>
    </form>
  )
}
