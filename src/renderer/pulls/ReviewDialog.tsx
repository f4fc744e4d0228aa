import { useState } from 'react'
import type { ReviewState, ReviewTarget } from '#shared/changes/forge-acts.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { useNumbers } from '../ui/base/numbers.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Dialog } from '../ui/panes/Dialog.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { ActFailure } from './ActFailure.tsx'
import { ReviewFindings } from './ReviewFindings.tsx'
import { useAct } from './use-act.ts'

type ReviewDialogProps = {
  readonly api: Data
  readonly app: AppStore
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  /** The chat that is notified when the review is done; null for none. */
  readonly sessionId: SessionId | null
  /** The pull request; null for the checked out branch. */
  readonly number: number | null
  readonly onClose: () => void
}

/** The review of a pull request or a branch by several agents: the question before it, its progress, its findings. */
export function ReviewDialog(props: ReviewDialogProps) {
  const t = useText()
  const { placeId, number, onClose } = props
  const { data, problem, reload } = useQuery('review.target', { placeId, number })
  return (
    <Dialog
      open
      waitsForFocus
      title={number === null ? t('forges.review.titleBranch') : t('forges.review.titlePull', { number })}
      {...(data === null
        ? {}
        : { hint: t('forges.review.hint', { branch: data.branch, base: data.baseBranch }) })}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-200"
    >
      <div className="grid min-h-0 content-start gap-4 overflow-auto px-5 pb-5">
        {problem === null ? null : (
          <ActFailure
            problem={{ title: t('forges.review.cannot'), reason: problem, kept: t('forges.review.unbegun') }}
            onRetry={reload}
          />
        )}
        {data === null && problem === null ? <Placeholder rows={5} /> : null}
        {data === null ? null : <Review {...props} target={data} />}
      </div>
    </Dialog>
  )
}

type ReviewProps = ReviewDialogProps & { readonly target: ReviewTarget }

function Review(props: ReviewProps) {
  const t = useText()
  const { placeId, target } = props
  const { base, head } = target
  const range = { base, head }
  const { data, state, problem, reload } = useQuery('review.state', { placeId, range })
  const [isAgain, setIsAgain] = useState(false)
  if (problem !== null)
    return (
      <ActFailure
        problem={{ title: t('forges.review.cannot'), reason: problem, kept: t('forges.review.unbegun') }}
        onRetry={reload}
      />
    )
  if (state === 'loading' && data === null) return <Placeholder rows={5} />
  const begun = () => {
    setIsAgain(false)
    reload()
  }
  return (
    <>
      <TargetLines target={target} />
      {data === null || isAgain ? (
        <StartForm {...props} onStarted={begun} />
      ) : data.findings === null ? (
        <Progress {...props} review={data} onAgain={() => setIsAgain(true)} />
      ) : (
        <ReviewFindings {...props} review={data} findings={data.findings} onAgain={() => setIsAgain(true)} />
      )}
    </>
  )
}

function TargetLines({ target }: { readonly target: ReviewTarget }) {
  const t = useText()
  const numbers = useNumbers()
  const { title, commits, files, added, removed } = target
  return (
    <div className="grid gap-1 text-sm">
      {title === '' ? null : (
        <h3 className="font-semibold">
          <ForeignText text={title} prose />
        </h3>
      )}
      <p className="text-fg-2">
        {t('forges.review.commits', { count: commits })} · {t('forges.review.files', { count: files })} ·{' '}
        <span className="figures">
          +{numbers.whole(added)} −{numbers.whole(removed)}
        </span>
      </p>
      {target.hasUncommitted ? <p className="text-warn-fg">{t('forges.review.uncommitted')}</p> : null}
    </div>
  )
}

/** US dollars. */
const USUAL_LIMIT = '5'
const MOST_USD = 1_000

function StartForm(props: ReviewProps & { readonly onStarted: () => void }) {
  const { api, placeId, sessionId, onStarted, onClose } = props
  const { base, head } = props.target
  const t = useText()
  const [typed, setTyped] = useState(USUAL_LIMIT)
  const { busy, failed, run } = useAct<'start'>()
  const limit = Number(typed)
  const hasLimit = limit > 0 && limit <= MOST_USD
  const start = () =>
    run('start', async () => {
      await api.command('review.start', { placeId, range: { base, head }, sessionId, limit })
      onStarted()
    })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (hasLimit && busy === null) start()
      }}
    >
      <p className="text-sm">{t('forges.review.how')}</p>
      <div className="w-60">
        <Field
          label={t('pulls.autofix.limit')}
          error={hasLimit ? null : t('pulls.autofix.limitWrong', { most: MOST_USD })}
        >
          {(ids) => <TextInput {...ids} autoFocus inputMode="decimal" value={typed} onText={setTyped} />}
        </Field>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {failed === null ? null : (
          <ActFailure
            problem={{
              title: t('forges.review.notStarted'),
              reason: failed.reason,
              kept: t('forges.review.unbegun'),
            }}
            onRetry={start}
          />
        )}
      </div>
      <footer className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('changes.cancel')}</Button>
        <Button type="submit" look="primary" disabled={busy !== null || !hasLimit}>
          {t('forges.review.start')}
        </Button>
      </footer>
    </form>
  )
}

const MARKS = {
  running: 'run',
  paused: 'pause',
  interrupted: 'stop',
  stopped: 'stop',
  failed: 'fail',
  done: 'fail',
} as const

type ProgressProps = ReviewProps & { readonly review: ReviewState; readonly onAgain: () => void }

function Progress({ api, app, projectId, review, onAgain, onClose }: ProgressProps) {
  const t = useText()
  const numbers = useNumbers()
  const { busy, failed, run } = useAct<'stop'>()
  const { state, agentsDone, agentsTotal, usd, workflowRunId } = review
  const stop = () => run('stop', async () => void (await api.command('workflow.stop', { workflowRunId })))
  return (
    <>
      <div role="status" className="grid gap-1 text-sm">
        <p className="flex items-center gap-2">
          <Mark state={MARKS[state]} />
          {t(`forges.review.state.${state}`)}
        </p>
        <p className="text-fg-2">
          {t('forges.review.agents', { done: agentsDone, total: agentsTotal })}
          {usd === null ? null : <span className="figures"> · {numbers.dollars(usd)}</span>}
        </p>
        {state === 'running' ? <p className="text-fg-3">{t('forges.review.mayClose')}</p> : null}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {failed === null ? null : (
          <ActFailure
            problem={{
              title: t('forges.review.notStopped'),
              reason: failed.reason,
              kept: t('forges.review.goesOn'),
            }}
            onRetry={stop}
          />
        )}
      </div>
      <footer className="flex flex-wrap justify-end gap-2">
        <Button
          onClick={() => {
            onClose()
            app.showWorkflows(projectId)
          }}
        >
          {t('forges.review.openRun')}
        </Button>
        <span className="grow" />
        {state === 'running' ? (
          <Button disabled={busy !== null} onClick={stop}>
            {t('pulls.stop')}
          </Button>
        ) : (
          <Button onClick={onAgain}>{t('forges.review.again')}</Button>
        )}
        <Button look="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </footer>
    </>
  )
}
