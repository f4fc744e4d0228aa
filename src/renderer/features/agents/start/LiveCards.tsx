import type { ReactNode } from 'react'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { spendingOf } from '../../../store/session-figures.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { WorkedClock } from '../../../ui/limits/WorkedClock.tsx'
import { agentTitle } from '../../../ui/names/agent-title.ts'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import { AGENT_MARKS, AgentAbout } from '../running/AgentAbout.tsx'
import { useAsks } from '../running/use-asks.ts'
import type { Running } from '../running/use-running.ts'

/** A card for each chat, workflow run and agent that runs: what it does, what it used, and its buttons. */
export function LiveCards({ running }: { readonly running: Running }) {
  const t = useText()
  return (
    <ul aria-label={t('agents.cards')} className="grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-3">
      {running.chats.map((chat) => (
        <ChatCard key={chat.id} chat={chat} />
      ))}
      {running.runs.map((run) => (
        <RunCard key={run.id} run={run} />
      ))}
      {[...running.agents, ...running.teammates].map((run) => (
        <AgentCard key={run.sessionId} run={run} />
      ))}
    </ul>
  )
}

function ChatCard({ chat }: { readonly chat: SessionListing }) {
  const t = useText()
  const { app } = useAgents()
  const asks = useAsks()
  const project = useApp((state) => state.projects.find(({ id }) => id === chat.projectId)?.name ?? '')
  const waits = chat.state === 'waiting'
  return (
    <Card
      mark={waits ? 'wait' : 'run'}
      asks={waits}
      title={chat.title}
      about={asks.ofChat(chat.id) ?? t('agents.running.chat', { project })}
      onOpen={() => app.openSession(chat.id, chat.projectId)}
    />
  )
}

function RunCard({ run }: { readonly run: WorkflowRunListing }) {
  const t = useText()
  const { api, app, runs } = useAgents()
  const asks = useAsks()
  const now = useNow(1_000)
  const waits = run.agentsWaiting > 0
  return (
    <Card
      mark={waits ? 'wait' : 'run'}
      asks={waits}
      title={run.name}
      about={asks.ofRun(run.id) ?? t('agents.running.run', { done: run.agentsDone, all: run.agentsTotal })}
      figures={clockText(now - run.createdAt)}
      onStop={() => app.attempt(api.command('workflow.stop', { workflowRunId: run.id }))}
      onOpen={() => {
        runs.summon(run)
        app.showWorkflows(run.projectId)
      }}
    />
  )
}

function AgentCard({ run }: { readonly run: AgentRun }) {
  const t = useText()
  const { api, app, onAgent } = useAgents()
  return (
    <Card
      mark={AGENT_MARKS[run.state]}
      asks={run.state === 'waiting'}
      title={t('children.named', { agent: agentTitle(run, t), title: run.title })}
      about={<AgentAbout run={run} />}
      figures={<Figures run={run} />}
      onStop={() => app.attempt(api.command('agent.stop', { sessionId: run.sessionId }))}
      onOpen={() => onAgent(run)}
    />
  )
}

/** Tokens, cost where the price is known, and working time of an agent. */
function Figures({ run }: { readonly run: AgentRun }) {
  const t = useText()
  const numbers = useNumbers()
  const models = useApp((state) => state.models)
  const { dollars, input, output } = spendingOf(run.usage, models, undefined)
  return (
    <>
      {input + output === 0 ? null : (
        <span>{t('teams.tokens', { tokens: numbers.short(input + output) })}</span>
      )}
      {typeof dollars === 'number' && input + output > 0 ? <span>{numbers.dollars(dollars)}</span> : null}
      <WorkedClock of={[run.worked]} />
    </>
  )
}

type CardProps = {
  readonly mark: MarkState
  /** Whether it waits for an answer of the person. */
  readonly asks: boolean
  readonly title: string
  readonly about: ReactNode
  readonly figures?: ReactNode
  readonly onOpen: () => void
  /** Nothing where it is stopped in its own conversation. */
  readonly onStop?: () => void
}

function Card({ mark, asks, title, about, figures, onOpen, onStop }: CardProps) {
  const t = useText()
  return (
    <li
      className={classNames(
        'grid grid-rows-[auto_1fr_auto] gap-2 rounded-lg border bg-raised p-3 shadow-card',
        asks ? 'border-warn-line' : 'border-line-strong',
      )}
    >
      <div className="flex items-start gap-2">
        <Mark state={mark} className="mt-0.5" />
        <h3 className="line-clamp-2 min-w-0 grow break-words font-medium text-sm">
          <ForeignText text={title} prose />
        </h3>
      </div>
      <p className={classNames('line-clamp-2 break-words text-sm', asks ? 'text-warn-fg' : 'text-fg-2')}>
        {about}
      </p>
      <div className="flex items-center gap-2">
        <span className="figures flex min-w-0 grow flex-wrap gap-x-2 text-fg-3 text-xs">{figures}</span>
        {onStop === undefined ? null : (
          <Button
            size="small"
            look="ghost-danger"
            aria-label={t('agents.cards.stopOf', { name: title })}
            onClick={onStop}
          >
            {t('agents.cards.stop')}
          </Button>
        )}
        <Button size="small" aria-label={t('agents.cards.openOf', { name: title })} onClick={onOpen}>
          {t('agents.cards.open')}
        </Button>
      </div>
    </li>
  )
}
