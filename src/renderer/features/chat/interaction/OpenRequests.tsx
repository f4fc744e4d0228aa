import { useMemo } from 'react'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { inTreeOrder } from '../agents/agent-tree.ts'
import { useAgentRuns } from '../agents/use-agents-of-chat.ts'
import { useSession } from '../chat-context.ts'
import { PlanApproval } from '../plan/PlanApproval.tsx'
import { Approval } from './Approval.tsx'
import type { Ask } from './answering.ts'
import { Question } from './Question.tsx'

/** Shows open requests of the chat and its agents: the oldest is expanded, the others are counted. */
export function OpenRequests() {
  const t = useText()
  const sessionId = useSession((state) => state.sessionId)
  const interactions = useSession((state) => state.folds.interactions)
  const runs = useAgentRuns()
  const waiting = useMemo(
    () => (sessionId === null ? [] : asksHere(sessionId, interactions, runs)),
    [sessionId, interactions, runs],
  )
  const [oldest, ...others] = waiting
  if (oldest === undefined) return null
  const { requestId, what } = oldest.asked
  return (
    <div className="grid gap-2 pb-3">
      {what === 'permission' ? (
        <Approval key={requestId} ask={oldest} />
      ) : what === 'plan_approval' ? (
        <PlanApproval key={requestId} ask={oldest} />
      ) : (
        <Question key={requestId} ask={oldest} />
      )}
      {others.length === 0 ? null : (
        <p className="text-fg-3 text-xs">{t('chat.moreWaiting', { count: others.length })}</p>
      )}
    </div>
  )
}

function asksHere(
  sessionId: SessionId,
  interactions: Readonly<Record<string, Interaction>>,
  runs: readonly AgentRun[],
): readonly Ask[] {
  const own = Object.values(interactions).map((asked) => ({ asked, sessionId, by: null }))
  const below = inTreeOrder(sessionId, runs).flatMap((run) =>
    run.asks.map((asked) => ({ asked, sessionId: run.sessionId, by: run.title })),
  )
  const askedAt = ({ asked }: Ask) => asked.askedAt ?? 0
  return [...own, ...below].toSorted((left, right) => askedAt(left) - askedAt(right))
}
