import type { TriggerId } from '#shared/ids.ts'
import type { TriggerFiring } from '#shared/trigger/trigger.ts'
import type { Data } from '../../data/data.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Failure } from '../../ui/panes/Failure.tsx'
import { FiringList } from './FiringList.tsx'

type TriggerHistoryProps = {
  readonly api: Data
  readonly app: AppStore
  readonly triggerId: TriggerId
  readonly onOpenRun: (firing: TriggerFiring) => void
}

/** The rows that the history of one trigger shows. */
const MOST_SHOWN = 50

/** The history of one trigger, newest first. */
export function TriggerHistory({ triggerId, onOpenRun }: TriggerHistoryProps) {
  const t = useText()
  const page = { triggerId, offset: 0, limit: MOST_SHOWN }
  const { data, problem, reload: again } = useQuery('trigger.history', page)
  if (problem !== null) return <Failure message={problem} onRetry={again} />
  return (
    <div className="-mx-4 border-line border-t">
      <FiringList
        title={t('triggers.history')}
        firings={data?.firings ?? []}
        names={null}
        onOpenRun={onOpenRun}
      />
    </div>
  )
}
