import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { labelParts, markOf, wordOf } from '../agents/agent-rows.ts'
import type { RunActions } from '../run-actions.ts'
import { isOver } from '../run-figures.ts'
import { AgentFacts } from './AgentFacts.tsx'

type AgentHeadProps = {
  readonly run: WorkflowRunListing
  readonly agent: WorkflowAgentView
  readonly actions: RunActions
  readonly onFork: () => void
}

/** Shows the agent and its actions. */
export function AgentHead({ run, agent, actions, onFork }: AgentHeadProps) {
  const t = useText()
  const word = wordOf(agent)
  const { name, place } = labelParts(agent.label)
  const live = run.state === 'running'
  const { agentId } = agent
  return (
    <div className="grid shrink-0 gap-1 border-line border-b py-2 pr-2 pl-4">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        <Mark state={markOf(word)} label={t(`workflows.word.${word}`)} />
        <h2 className="min-w-0 grow basis-24 truncate font-semibold text-md" title={agent.label}>
          {name}{' '}
          {place === null ? null : (
            <span className="plain-code pl-1 font-normal text-fg-3 text-sm">{place}</span>
          )}
        </h2>
        <div className="flex shrink-0 items-center gap-1">
          <Button
            size="small"
            look="ghost"
            icon="stop-fill"
            disabled={!live || agent.state !== 'running'}
            onClick={() => actions.stopAgent(agentId)}
          >
            {t('workflows.detail.stop')}
          </Button>
          <Button
            size="small"
            look="ghost"
            icon="skip"
            disabled={!live || isOver(agent)}
            onClick={() => actions.skipAgent(agentId)}
          >
            {t('workflows.detail.skip')}
          </Button>
          <Button
            size="small"
            look="ghost"
            icon="resume"
            disabled={!live || agent.state !== 'running'}
            onClick={() => actions.retryAgent(agentId)}
          >
            {t('workflows.detail.retry')}
          </Button>
          <Button size="small" icon="fork" onClick={onFork}>
            {t('workflows.detail.editFork')}
          </Button>
        </div>
      </div>
      <AgentFacts agent={agent} />
    </div>
  )
}
