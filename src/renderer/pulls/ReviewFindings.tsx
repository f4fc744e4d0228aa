import { useState } from 'react'
import type { ReviewFinding, ReviewState, ReviewTarget } from '#shared/changes/forge-acts.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { DiffView } from '../markdown/diff/DiffView.tsx'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { Failure } from '../ui/panes/Failure.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { findingsMessage, placeText } from './finding-text.ts'
import { SendComments } from './SendComments.tsx'
import { useAct } from './use-act.ts'

type FindingsProps = {
  readonly api: Data
  readonly app: AppStore
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  readonly sessionId: SessionId | null
  readonly target: ReviewTarget
  readonly review: ReviewState
  readonly findings: readonly ReviewFinding[]
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** The findings of a review. Each opens the change it is about; chosen ones go to the agent or to the pull request. */
export function ReviewFindings(props: FindingsProps) {
  const { findings, review, target, onAgain, onClose } = props
  const t = useText()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [isSending, setIsSending] = useState(false)
  const chosen = findings.filter((_, at) => !left.has(at))
  if (isSending && target.number !== null)
    return (
      <SendComments {...props} number={target.number} findings={chosen} onBack={() => setIsSending(false)} />
    )
  const choose = (at: number, isChosen: boolean) =>
    setLeft((old) => new Set(isChosen ? [...old].filter((each) => each !== at) : [...old, at]))
  return (
    <>
      <p className="flex items-center gap-2 text-sm">
        <Mark state="done" />
        <span>
          {findings.length === 0
            ? t('forges.review.foundNone')
            : t('forges.review.found', { count: findings.length })}{' '}
          <span className="text-fg-3">{t('forges.review.refuted', { count: review.refuted })}</span>
        </span>
      </p>
      {review.notReviewed.length === 0 ? null : (
        <p className="text-sm text-warn-fg">
          {t('forges.review.notReviewed', { sides: review.notReviewed.join(', ') })}
        </p>
      )}
      <ol aria-label={t('forges.review.findings')} className="grid gap-2">
        {findings.map((finding, at) => (
          <FindingRow
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id and keep their order
            key={at}
            {...props}
            finding={finding}
            isChosen={!left.has(at)}
            onChoose={(isChosen) => choose(at, isChosen)}
          />
        ))}
      </ol>
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onAgain}>{t('forges.review.again')}</Button>
        <span className="grow" />
        {findings.length === 0 ? null : <ToAgent {...props} findings={chosen} />}
        {target.number === null || findings.length === 0 ? null : (
          <Button disabled={chosen.length === 0} onClick={() => setIsSending(true)}>
            {t('forges.review.send')}
          </Button>
        )}
        <Button look="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </footer>
    </>
  )
}

type RowProps = Pick<FindingsProps, 'placeId' | 'target'> & {
  readonly finding: ReviewFinding
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

function FindingRow({ placeId, target, finding, isChosen, onChoose }: RowProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { title, why, confirmedBy, of } = finding
  const place = placeText(finding)
  return (
    <li className="grid gap-1 rounded-md border border-line px-3 py-2 text-sm">
      <div className="flex items-start gap-2">
        <Checkbox
          label={t('forges.review.choose', { title })}
          hidesLabel
          checked={isChosen}
          onChange={onChoose}
        />
        <h4 className="min-w-0 grow break-words pt-0.5 font-medium">
          <ForeignText text={title} prose />
        </h4>
        <span className="shrink-0 pt-0.5 text-fg-3 text-xs">
          {t('forges.review.confirmed', { by: confirmedBy, of })}
        </span>
      </div>
      <p className="whitespace-pre-line break-words pl-6 text-fg-2">
        <ForeignText text={why} lines prose />
      </p>
      <div className="pl-5">
        <Button
          size="small"
          look="ghost"
          icon={isOpen ? 'down' : 'right'}
          aria-expanded={isOpen}
          aria-label={t('forges.review.showChange', { place })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="plain-code">{place}</span>
        </Button>
      </div>
      {isOpen ? <FindingDiff placeId={placeId} target={target} finding={finding} /> : null}
    </li>
  )
}

/** Lines around a finding that are shown first; the whole change of the file follows on request. */
function FindingDiff({ placeId, target, finding }: Pick<RowProps, 'placeId' | 'target' | 'finding'>) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const { base, head } = target
  const { file: path, line } = finding
  const { data, state, problem, reload } = useQuery('review.diff', { placeId, range: { base, head }, path })
  if (problem !== null) return <Failure message={problem} onRetry={reload} />
  if (data === null)
    return state === 'loading' ? (
      <Placeholder rows={4} />
    ) : (
      <p className="text-fg-3">{t('forges.review.noChange')}</p>
    )
  const near = data.hunks.filter(({ newStart, lines }) => {
    const size = lines.filter((each) => !each.startsWith('-')).length
    return line !== undefined && line >= newStart && line < newStart + size
  })
  const hunks = isWhole || near.length === 0 ? data.hunks : near
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <DiffView diff={{ ...data, hunks }} />
      {hunks.length < data.hunks.length ? (
        <Button size="small" look="ghost" onClick={() => setIsWhole(true)}>
          {t('forges.review.wholeFile')}
        </Button>
      ) : null}
    </div>
  )
}

function ToAgent({ api, app, projectId, sessionId, findings, onClose }: FindingsProps) {
  const t = useText()
  const { busy, run } = useAct<'send'>()
  const send = () => {
    const mode = app.store.getState().settings.permissionMode
    const target =
      sessionId === null
        ? ({ to: 'project', projectId, permissionMode: mode } as const)
        : ({ to: 'session', sessionId } as const)
    const text = findingsMessage(findings, t('forges.review.opening'))
    run('send', async () => {
      await app.attempt(api.command('session.send', { target, text, images: [] }))
      onClose()
    })
  }
  return (
    <Button disabled={busy !== null || findings.length === 0} onClick={send}>
      {t('forges.review.toAgent')}
    </Button>
  )
}
