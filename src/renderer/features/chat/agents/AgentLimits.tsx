import type { RefObject } from 'react'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { workedUntil } from '#shared/run/worked.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { spendingOf } from '../../../store/session-figures.ts'
import { sentences } from '../../../ui/base/sentences.ts'
import { useNow } from '../../../ui/base/time.ts'
import { LimitsForm } from '../../../ui/limits/LimitsForm.tsx'
import { PausedBanner } from '../../../ui/limits/PausedBanner.tsx'
import { UseLines } from '../../../ui/limits/UseLines.tsx'
import { useApp, useChat } from '../chat-context.ts'
import { inTreeOrder } from './agent-tree.ts'
import { tokensOf } from './agent-words.ts'
import { useAgentRuns } from './use-agents-of-chat.ts'
import { useLineOf } from './use-line-of.ts'

type AgentLimitsProps = {
  readonly run: AgentRun
  /** Whether its lines are being drawn. */
  readonly editing: boolean
  /** The button that opens them for drawing. */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onDone: () => void
}

/** Shows the limits of an agent with its subagents, its usage, and the resume action after a pause. */
export function AgentLimits({ run, editing, opener, onDone }: AgentLimitsProps) {
  const t = useText()
  const { api, app } = useChat()
  const { sessionId, title, limits } = run
  const runs = useAgentRuns()
  const stopped = [run, ...inTreeOrder(sessionId, runs)].filter(({ state }) => state === 'paused')
  const { length: paused, 0: first = null } = stopped
  const line = useLineOf(first)
  if (!editing && limits === null && paused === 0) return null
  const save = (changes: { readonly limits: NonNullable<AgentRun['limits']> }) =>
    app.attempt(api.command('session.update', { sessionId, changes }).then(onDone))
  return (
    <div className="shrink-0 border-line border-b">
      <div className="mx-auto grid w-full max-w-[768px] gap-2 px-6 py-2">
        {editing ? (
          <LimitsForm
            label={t('children.limits.form', { title })}
            hint={t('children.limits.hint')}
            limits={limits}
            opener={opener}
            onSave={(wanted) => save({ limits: wanted })}
            onClose={onDone}
          />
        ) : (
          <Lines run={run} />
        )}
        {paused === 0 ? null : (
          <PausedBanner
            onRaise={editing ? null : line.raise}
            goOn={t('children.limits.goOn')}
            onGoOn={() => app.attempt(api.command('agent.goOnAll', { sessionId }))}
          >
            {sentences(t, [t('children.limits.paused', { count: paused }), line.words])}
          </PausedBanner>
        )}
      </div>
    </div>
  )
}

function Lines({ run }: { run: AgentRun }) {
  const models = useApp((state) => state.models)
  const { limits, subtree } = run
  const now = useNow(1_000, () => subtree.worked.going > 0)
  if (limits === null) return null
  const { dollars } = spendingOf(subtree.usage, models, undefined)
  return (
    <UseLines
      limits={limits}
      dollars={typeof dollars === 'number' ? dollars : 0}
      tokens={tokensOf(subtree.usage)}
      minutes={workedUntil(subtree.worked, now) / 60_000}
    />
  )
}
