import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { tokensOf } from '#shared/session/usage.ts'
import { USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import { Rich, useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { SilentFor } from '../../../ui/limits/Silent.tsx'
import { mostTries } from '../agents/most-tries.ts'
import { useCostText } from '../cost-text.ts'
import { useDurationText } from '../duration-text.ts'
import { usePhaseName } from '../phases/PhaseName.tsx'
import { keyOfAgent } from '../phases/phase-rows.ts'
import { agentTime, isOver } from '../run-figures.ts'
import { useWorkflows } from '../workflows-context.ts'

/** The figures of one agent, in one line. */
export function AgentFacts({ agent }: { agent: WorkflowAgentView }) {
  const t = useText()
  const numbers = useNumbers()
  const costText = useCostText()
  const phaseName = usePhaseName()
  const { cost } = agent
  const price = cost === null ? null : costText({ tokens: tokensOf(cost.usage), usd: cost.usd })
  return (
    <p className="figures flex flex-wrap gap-x-3.5 gap-y-1 text-fg-3 text-xs">
      {agent.group === null ? null : (
        <span>{phaseName({ key: keyOfAgent(agent), title: agent.phase, group: agent.group })}</span>
      )}
      <span title={agent.model ?? undefined}>
        {agent.model?.split('/').at(-1) ?? t('workflows.unknownModel')}
      </span>
      {agent.agentType === null ? null : <span>{agent.agentType}</span>}
      {agent.isolation === null ? null : <span>{t('workflows.detail.facts.worktree')}</span>}
      {agent.attempt === 0 ? null : (
        <span>
          <Rich
            message={`workflows.detail.facts.${isOver(agent) ? 'attempt' : 'attemptOf'}`}
            values={{
              attempt: <Strong>{numbers.whole(agent.attempt)}</Strong>,
              most: numbers.whole(mostTries(agent)),
            }}
          />
        </span>
      )}
      {agent.waits === null ? null : (
        <span className="text-warn-fg">{t(`workflows.waits.${agent.waits}`)}</span>
      )}
      <TimeFact agent={agent} />
      {agent.quietSince === null ? null : (
        <SilentFor since={agent.quietSince} limitMs={agent.idleMs ?? USUAL_AGENTS.idleMs} />
      )}
      {cost === null ? null : (
        <span>
          {t('workflows.detail.facts.tokens', {
            input: numbers.short(tokensOf(cost.usage) - cost.usage.output),
            output: numbers.short(cost.usage.output),
          })}
        </span>
      )}
      {price === null ? null : <span>{price}</span>}
    </p>
  )
}

function Strong({ children }: { children: ReactNode }) {
  return <b className="font-medium text-fg-2">{children}</b>
}

function TimeFact({ agent }: { agent: WorkflowAgentView }) {
  const took = agentTime(agent, 0)
  const durationText = useDurationText()
  if (agent.state === 'running') return <RunningFact agent={agent} />
  return took === null ? null : (
    <span>
      <Rich message="workflows.detail.facts.took" values={{ time: <Strong>{durationText(took)}</Strong> }} />
    </span>
  )
}

function RunningFact({ agent }: { agent: WorkflowAgentView }) {
  const now = useNow(1_000)
  const heardAt = useHeardAt(agent)
  return (
    <>
      {heardAt === null || agent.waits !== null || agent.quietSince !== null ? null : (
        <span>
          <Rich
            message="workflows.detail.facts.heard"
            values={{
              time: <Strong>{clockText(Math.max(0, now - heardAt))}</Strong>,
              limit: clockText(agent.idleMs ?? USUAL_AGENTS.idleMs),
            }}
          />
        </span>
      )}
      <span>
        <Rich
          message="workflows.detail.facts.running"
          values={{
            time: <Strong>{clockText(agentTime(agent, now) ?? 0)}</Strong>,
            limit: clockText(agent.timeoutMs ?? USUAL_AGENTS.timeoutMs),
          }}
        />
      </span>
    </>
  )
}

/** When the conversation in view last moved: each event gives it another number, also those that are not stored. */
function useHeardAt({ ref }: WorkflowAgentView): number | null {
  const { agentSession } = useWorkflows()
  const { sessionId, seq, path } = useStore(
    agentSession.store,
    useShallow((state) => ({ sessionId: state.sessionId, seq: state.seq, path: state.path })),
  )
  const mine = ref !== null && sessionId === ref.sessionId
  const newest = path.at(-1)?.ts ?? null
  const heard = useRef<{ readonly seq: number; readonly at: number } | null>(null)
  if (!mine) heard.current = null
  else if (heard.current === null) heard.current = { seq, at: newest ?? Date.now() }
  else if (heard.current.seq !== seq) heard.current = { seq, at: Date.now() }
  return heard.current?.at ?? null
}
