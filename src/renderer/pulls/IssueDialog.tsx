import { useCallback, useState } from 'react'
import type { CreatedIssue } from '#shared/changes/forge-acts.ts'
import { type IssueWords, namesIn } from '#shared/changes/issue-words.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Banner } from '../ui/panes/Banner.tsx'
import { Dialog } from '../ui/panes/Dialog.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'
import { ActFailure } from './ActFailure.tsx'
import { PageLine } from './PageLine.tsx'
import { useAct } from './use-act.ts'
import { useOnce } from './use-once.ts'

type IssueDialogProps = {
  readonly api: Data
  readonly projectId: ProjectId
  /** The chat that the draft is made of; null for none. */
  readonly sessionId: SessionId | null
  readonly typed: IssueWords
  readonly onClose: () => void
}

/** An issue on the server of the project: drafted by a model, edited by the person, created on their word. */
export function IssueDialog(props: IssueDialogProps) {
  const t = useText()
  const { data, problem, reload } = useQuery('issue.place', { projectId: props.projectId })
  return (
    <Dialog
      open
      waitsForFocus
      title={t('forges.issue.title')}
      {...(data === null ? {} : { hint: t('forges.issue.hint', data) })}
      onClose={props.onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-160"
    >
      <div className="grid content-start gap-4 overflow-auto px-5 pb-5">
        {problem === null ? null : (
          <ActFailure
            problem={{ title: t('forges.issue.cannot'), reason: problem, kept: t('forges.nothingSent') }}
            onRetry={reload}
          />
        )}
        {data === null && problem === null ? <Placeholder rows={6} /> : null}
        {data === null ? null : <IssueForm {...props} />}
      </div>
    </Dialog>
  )
}

function IssueForm(props: IssueDialogProps) {
  const t = useText()
  const form = useIssue(props)
  const { texts, change, busy, failed, created } = form
  if (created !== null && created.kind !== 'none')
    return (
      <>
        <PageLine said={t(`forges.issue.created.${created.kind}`)} url={created.url} />
        <footer className="flex justify-end">
          <Button look="primary" autoFocus onClick={props.onClose}>
            {t('ui.close')}
          </Button>
        </footer>
      </>
    )
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy === null && texts.title.trim() !== '') form.create('issue')
      }}
    >
      <Field label={t('pulls.titleField')}>
        {(ids) => <TextInput {...ids} autoFocus value={texts.title} onText={(title) => change({ title })} />}
      </Field>
      <Field label={t('pulls.body')} hint={t('forges.issue.bodyHint')}>
        {(ids) => <TextArea {...ids} rows={10} value={texts.body} onText={(body) => change({ body })} />}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('forges.issue.labels')} hint={t('forges.issue.namesHint')}>
          {(ids) => <TextInput {...ids} value={texts.labels} onText={(labels) => change({ labels })} />}
        </Field>
        <Field label={t('forges.issue.assignees')}>
          {(ids) => (
            <TextInput {...ids} value={texts.assignees} onText={(assignees) => change({ assignees })} />
          )}
        </Field>
      </div>
      <div aria-live="polite" className="grid gap-2 empty:hidden">
        {busy === null ? null : (
          <p className="flex items-center gap-2 text-sm">
            <Mark state="run" />
            {t(`forges.issue.doing.${busy}`)}
          </p>
        )}
        {failed === null ? null : (
          <ActFailure
            problem={{
              title: t(`forges.issue.failed.${failed.act}`),
              reason: failed.reason,
              kept: t('forges.issue.kept'),
            }}
            onRetry={failed.act === 'draft' ? form.draft : () => form.create('issue')}
          />
        )}
        {created?.kind === 'none' ? (
          <Banner
            action={
              form.asked === 'discussion' ? undefined : (
                <Button size="small" onClick={() => form.create('discussion')}>
                  {t('forges.issue.asDiscussion')}
                </Button>
              )
            }
          >
            {t(`forges.issue.none.${form.asked}`)}
          </Banner>
        ) : null}
      </div>
      <IssueActs {...props} form={form} />
    </form>
  )
}

function IssueActs({ sessionId, onClose, form }: IssueDialogProps & { readonly form: Issue }) {
  const t = useText()
  const { busy, texts } = form
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2">
      {sessionId === null ? null : (
        <Button
          icon={busy === 'draft' ? 'stop' : 'bulb'}
          disabled={busy === 'create'}
          onClick={busy === 'draft' ? form.stopDraft : form.draft}
        >
          {t(busy === 'draft' ? 'changes.stopDraft' : 'changes.draft')}
        </Button>
      )}
      <span className="grow" />
      <Button onClick={onClose}>{t('changes.cancel')}</Button>
      <Button type="submit" look="primary" disabled={busy !== null || texts.title.trim() === ''}>
        {t('forges.issue.create')}
      </Button>
    </footer>
  )
}

type Issue = ReturnType<typeof useIssue>

function useIssue({ api, projectId, sessionId, typed }: IssueDialogProps) {
  const [texts, setTexts] = useState({
    title: typed.title,
    body: '',
    labels: typed.labels.join(', '),
    assignees: typed.assignees.join(', '),
  })
  const [created, setCreated] = useState<CreatedIssue | null>(null)
  const [asked, setAsked] = useState<'issue' | 'discussion'>('issue')
  const { busy, failed, run } = useAct<'draft' | 'create'>()
  const change = (changes: Partial<typeof texts>) => setTexts((old) => ({ ...old, ...changes }))
  const draft = useCallback(() => {
    if (sessionId === null) return
    run('draft', async () => {
      const drafted = await api.command('issue.draft', { projectId, sessionId, title: typed.title })
      // What was typed meanwhile is the person's own.
      setTexts((old) => ({
        ...old,
        title: old.title.trim() === '' ? drafted.title : old.title,
        body: old.body.trim() === '' ? drafted.body : `${drafted.body}\n\n${old.body}`,
      }))
    })
  }, [api, projectId, sessionId, typed.title, run])
  useOnce(draft, sessionId !== null)
  const create = (as: 'issue' | 'discussion') => {
    setAsked(as)
    setCreated(null)
    const issue = {
      title: texts.title.trim(),
      body: texts.body,
      labels: [...namesIn(texts.labels)],
      assignees: [...namesIn(texts.assignees)],
    }
    run('create', async () => setCreated(await api.command('issue.create', { projectId, issue, as })))
  }
  const stopDraft = () => void api.command('changes.stopDraft', { projectId }).catch(() => {})
  return { texts, change, busy, failed, created, asked, draft, stopDraft, create }
}
