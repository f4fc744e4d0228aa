import { useCallback } from 'react'
import { useStore } from 'zustand'
import type { TriggerId } from '#shared/ids.ts'
import type { TriggerFiring } from '#shared/trigger/trigger.ts'
import { type Api, problemOf } from '../../api.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { useAsked } from '../../ui/hooks/asked.ts'
import { Failure } from '../../ui/panes/Failure.tsx'
import { FiringList } from './FiringList.tsx'

type TriggerHistoryProps = {
  readonly api: Api
  readonly app: AppStore
  readonly triggerId: TriggerId
  readonly onOpenRun: (firing: TriggerFiring) => void
}

/** The rows that the history of one trigger shows. */
const MOST_SHOWN = 50

/** The history of one trigger, newest first. */
export function TriggerHistory({ api, app, triggerId, onOpenRun }: TriggerHistoryProps) {
  const t = useText()
  const say = useProblemWords()
  const changes = useStore(app.store, (state) => state.triggerChanges)
  const page = { triggerId, offset: 0, limit: MOST_SHOWN }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after every change
  const ask = useCallback(() => api.call('trigger.history', page), [api, triggerId, changes])
  const { data, problem, ask: again } = useAsked(ask, (error) => say(problemOf(error)))
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
