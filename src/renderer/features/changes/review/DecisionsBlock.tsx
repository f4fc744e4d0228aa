import type { ChangeDecision } from '#shared/changes/changes.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { LineCount } from '../LineCount.tsx'
import type { Acts } from '../use-acts.ts'
import { Block, Figure } from './ReviewBlock.tsx'

type DecisionsBlockProps = {
  readonly api: Data
  readonly app: AppStore
  readonly placeId: ChangePlaceId
  /** Changes after each act of the person. */
  readonly version: unknown
  readonly acts: Acts
}

/** Rejections that are listed. */
const MOST_SHOWN = 20

/** The decisions about changes: how many, and the rejections, which can be undone. */
export function DecisionsBlock({ placeId, version, acts }: DecisionsBlockProps) {
  const t = useText()
  const decisions = useQuery('changes.decisions', { placeId }, { reasons: [version] })
  const all = decisions.data ?? []
  const accepted = all.filter(({ decision, state }) => decision === 'accepted' && state !== 'lost')
  const lost = all.filter(({ state }) => state === 'lost')
  const rejected = all.filter(({ decision }) => decision === 'rejected')
  const queued = rejected.filter(({ state }) => state === 'queued')
  return (
    <Block title={t('changes.decisions')} note={t('changes.decisionCount', { count: all.length })}>
      {decisions.problem === null ? null : <Failure message={decisions.problem} onRetry={decisions.reload} />}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 text-sm">
        <Figure name={t('changes.review.accepted')} value={accepted.length} />
        <Figure name={t('changes.review.rejected')} value={rejected.length} />
        {lost.length === 0 ? null : <Figure name={t('changes.lost')} value={lost.length} />}
      </dl>
      {queued.length === 0 ? null : <p className="text-fg-3 text-xs">{t('changes.queuedWhy')}</p>}
      <ul className="grid gap-1">
        {rejected
          .toReversed()
          .slice(0, MOST_SHOWN)
          .map((decision) => (
            <RejectionRow key={decision.id} decision={decision} onUndo={() => acts.undecide([decision.id])} />
          ))}
      </ul>
    </Block>
  )
}

type RejectionRowProps = { readonly decision: ChangeDecision; readonly onUndo: () => void }

function RejectionRow({ decision, onUndo }: RejectionRowProps) {
  const t = useText()
  const { path, line, added, removed, state } = decision
  // After the revert the record counts from the other side.
  const counts = state === 'done' ? { added: removed, removed: added } : { added, removed }
  const key = state === 'queued' ? 'queued' : state === 'missed' ? 'missed' : 'done'
  return (
    <li className="flex items-center gap-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="plain-code block truncate text-xs">
          <ForeignText text={`${path}:${line}`} />
        </span>
        <span className="figures text-fg-3 text-xs">
          {t(`changes.rejection.${key}`)} <LineCount {...counts} />
        </span>
      </span>
      <Button size="small" aria-label={t('changes.undoOf', { path: `${path}:${line}` })} onClick={onUndo}>
        {t(state === 'missed' ? 'changes.forget' : 'changes.undo')}
      </Button>
    </li>
  )
}
