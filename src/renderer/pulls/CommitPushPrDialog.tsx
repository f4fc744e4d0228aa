import { useEffect, useRef, useState } from 'react'
import type { ChangeList } from '#shared/changes/changes.ts'
import type { PullState } from '#shared/changes/pulls.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import { type Query, useBoth, useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Dialog } from '../ui/panes/Dialog.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { ActFailure } from './ActFailure.tsx'
import { stepsOf } from './commit-push-pr-steps.ts'
import { type CommitPushPr, useCommitPushPr } from './use-commit-push-pr.ts'

type CommitPushPrProps = {
  readonly api: Data
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  readonly onClose: () => void
}

/** Commits what is staged, pushes the branch and creates its pull request, after one look at the text. */
export function CommitPushPrDialog({ api, projectId, placeId, onClose }: CommitPushPrProps) {
  const t = useText()
  const list = useQuery('changes.list', { placeId, scope: 'staged' }, { keep: true })
  const pull = useQuery('pulls.get', { placeId }, { keep: true })
  const both = useBoth(list, pull)
  const { problem, reload } = both
  const data = useSettled(both)
  return (
    <Dialog
      open
      title={t('pulls.commitPush.title')}
      {...(pull.data === null
        ? {}
        : { hint: t('pulls.hint', { repository: pull.data.repository, branch: pull.data.branch }) })}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-160"
    >
      <div className="grid min-h-40 content-start gap-4 overflow-auto px-5 pb-5">
        {problem === null ? null : (
          <ActFailure
            problem={{
              title: t('pulls.commitPush.cannot'),
              reason: problem,
              kept: t('pulls.commitPush.untouched'),
            }}
            onRetry={reload}
          />
        )}
        {data === null && problem === null ? <Placeholder rows={6} /> : null}
        {data === null ? null : (
          <CommitPushPrForm
            api={api}
            projectId={projectId}
            placeId={placeId}
            list={data[0]}
            state={data[1]}
            isFresh={both.state === 'loaded'}
            onChanged={reload}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Returns the newest answers that belong together. One of two alone would name steps that are done. */
function useSettled<Answer>({ state, data }: Query<Answer>): Answer | null {
  const [settled, setSettled] = useState(data)
  if (state === 'loaded' && data !== settled) setSettled(data)
  return settled
}

type CommitPushPrFormProps = CommitPushPrProps & {
  /** False while newer answers are on their way. */
  readonly isFresh: boolean
  readonly list: ChangeList
  readonly state: PullState
  readonly onChanged: () => void
}

function CommitPushPrForm(props: CommitPushPrFormProps) {
  const { list, state, isFresh, onClose } = props
  const t = useText()
  const form = useCommitPushPr(props)
  const steps = stepsOf(list, state)
  const isCreating = steps.includes('create')
  useDraftOnce(form, list.canAct && list.staged > 0)
  const isReady =
    isFresh &&
    steps.length > 0 &&
    list.canAct &&
    form.busy === null &&
    (form.text.trim() !== '' || !(steps.includes('commit') || isCreating)) &&
    (form.branch.trim() !== '' || !steps.includes('branch'))
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) form.send(steps)
      }}
    >
      <p className="text-fg-2 text-sm">{t('pulls.commitPush.staged', { count: list.staged })}</p>
      {list.canAct ? null : <p className="text-fg-2 text-sm">{t('changes.untrusted')}</p>}
      {steps.includes('branch') ? (
        <Field
          label={t('pulls.commitPush.branch')}
          hint={t('pulls.commitPush.branchHint', { base: state.base })}
        >
          {(ids) => <TextInput {...ids} mono autoFocus value={form.branch} onText={form.setBranch} />}
        </Field>
      ) : null}
      {steps.includes('commit') || isCreating ? (
        <Field label={t('pulls.commitPush.text')} hint={t('pulls.commitPush.textHint')}>
          {(ids) => <TextArea {...ids} rows={7} value={form.text} onText={form.setText} />}
        </Field>
      ) : null}
      <OpenPull pull={state.pull} />
      <Progress
        form={form}
        onRetry={isReady ? () => form.send(steps) : undefined}
        isStaged={list.staged > 0}
      />
      <footer className="flex flex-wrap items-center justify-end gap-2">
        {isCreating ? (
          <span className="mr-auto">
            <Checkbox label={t('pulls.asDraft')} checked={form.isDraft} onChange={form.setIsDraft} />
          </span>
        ) : null}
        {steps.includes('commit') || isCreating ? (
          <Button
            icon={form.busy === 'draft' ? 'stop' : 'bulb'}
            disabled={!list.canAct || (form.busy !== null && form.busy !== 'draft')}
            onClick={() => form.draft(list.staged > 0)}
          >
            {t(form.busy === 'draft' ? 'changes.stopDraft' : 'changes.draft')}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t(steps.length === 0 ? 'ui.close' : 'changes.cancel')}</Button>
        {steps.length === 0 ? null : (
          <Button type="submit" look="primary" disabled={!isReady}>
            {t(labelOf(steps))}
          </Button>
        )}
      </footer>
    </form>
  )
}

function labelOf(steps: ReturnType<typeof stepsOf>) {
  const isCommitting = steps.includes('commit')
  if (steps.includes('create')) return isCommitting ? 'pulls.commitPush.all' : 'pulls.commitPush.pushCreate'
  return isCommitting ? 'pulls.commitPush.commitPush' : 'pulls.commitPush.push'
}

/** Drafts the text as soon as something is known to be staged. */
function useDraftOnce({ draft }: Pick<CommitPushPr, 'draft'>, isWanted: boolean): void {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !isWanted) return
    begun.current = true
    draft(true)
  }, [draft, isWanted])
}

function OpenPull({ pull }: Pick<PullState, 'pull'>) {
  const t = useText()
  if (pull?.state !== 'open') return null
  return (
    <p className="select-text text-sm">
      {t('pulls.commitPush.open', { number: pull.number })} <ForeignText text={pull.url} />
    </p>
  )
}

type ProgressProps = {
  readonly form: CommitPushPr
  readonly isStaged: boolean
  /** Does the steps that are left. */
  readonly onRetry: (() => void) | undefined
}

function Progress({ form, isStaged, onRetry }: ProgressProps) {
  const t = useText()
  const { busy, failed, output } = form
  return (
    <div aria-live="polite" className="grid gap-2 whitespace-pre-line empty:hidden">
      {busy === null || busy === 'draft' ? null : (
        <p className="flex items-center gap-2 text-sm">
          <Mark state="run" />
          {t(`pulls.commitPush.doing.${busy}`)}
        </p>
      )}
      {failed === null ? null : (
        <ActFailure
          problem={{
            title: t(`pulls.commitPush.failed.${failed.step}`),
            reason: failed.reason,
            kept: t(`pulls.commitPush.kept.${failed.step}`),
          }}
          onRetry={failed.step === 'draft' ? () => form.draft(isStaged) : onRetry}
        />
      )}
      {output === '' ? null : (
        <p className="text-fg-2 text-xs">
          {t('changes.hookOutput')}
          {'\n'}
          <ForeignText text={output} lines />
        </p>
      )}
    </div>
  )
}
