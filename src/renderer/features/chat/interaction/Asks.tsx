import { useMemo } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { useSession } from '../chat-context.ts'
import { Approval } from './Approval.tsx'
import { Question } from './Question.tsx'

/** What waits for the person in this session: the oldest is open, the others are counted. */
export function Asks() {
  const t = useText()
  const interactions = useSession((state) => state.folds.interactions)
  const waiting = useMemo(
    () => Object.values(interactions).toSorted((left, right) => (left.askedAt ?? 0) - (right.askedAt ?? 0)),
    [interactions],
  )
  const [oldest, ...others] = waiting
  if (oldest === undefined) return null
  return (
    <div className="grid gap-2 pb-3">
      {oldest.what === 'permission' ? (
        <Approval key={oldest.requestId} asked={oldest} />
      ) : (
        <Question key={oldest.requestId} asked={oldest} />
      )}
      {others.length === 0 ? null : (
        <p className="text-fg-3 text-xs">{t('chat.moreWaiting', { count: others.length })}</p>
      )}
    </div>
  )
}
