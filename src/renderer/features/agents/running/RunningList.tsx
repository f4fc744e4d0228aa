import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import { AgentLine } from './AgentLine.tsx'
import { Line } from './Line.tsx'
import { TransientRow } from './TransientRow.tsx'
import { useAsks } from './use-asks.ts'
import { type useRunning, useTeammatesAtWork } from './use-running.ts'

/** Shows running chats and workflow runs of all projects with their progress. A click opens one. */
export function RunningList({ running }: { running: ReturnType<typeof useRunning> }) {
  const t = useText()
  const { api, app, runs } = useAgents()
  const projects = useApp((state) => state.projects)
  const teammates = useTeammatesAtWork()
  const asks = useAsks()
  const now = useNow(1_000)
  const nameOf = (id: string | null) => projects.find((project) => project.id === id)?.name ?? ''
  const openRun = (run: WorkflowRunListing) => {
    runs.summon(run)
    app.showWorkflows(run.projectId)
  }
  if (running.isNone) {
    const none = teammates.length === 0 ? 'agents.running.none' : 'agents.running.teamOnly'
    return <p className="px-2 pb-1 text-fg-3 text-xs">{t(none)}</p>
  }
  return (
    <ul aria-label={t('agents.running')}>
      {running.chats.map((chat) => (
        <TransientRow key={chat.id}>
          <Line
            mark={chat.state === 'waiting' ? 'wait' : 'run'}
            asks={chat.state === 'waiting'}
            title={chat.title}
            about={asks.ofChat(chat.id) ?? t('agents.running.chat', { project: nameOf(chat.projectId) })}
            time={null}
            onOpen={() => app.openSession(chat.id, chat.projectId)}
          />
        </TransientRow>
      ))}
      {running.runs.map((run) => (
        <TransientRow key={run.id}>
          <Line
            mark={run.agentsWaiting > 0 ? 'wait' : 'run'}
            asks={run.agentsWaiting > 0}
            title={run.name}
            about={
              asks.ofRun(run.id) ?? t('agents.running.run', { done: run.agentsDone, all: run.agentsTotal })
            }
            time={clockText(now - run.createdAt)}
            onOpen={() => openRun(run)}
          />
          <IconButton
            icon="stop"
            size="small"
            label={t('agents.running.stop', { name: run.name })}
            onClick={() => app.attempt(api.command('workflow.stop', { workflowRunId: run.id }))}
          />
        </TransientRow>
      ))}
      {running.agents.map((run) => (
        <AgentLine key={run.sessionId} run={run} />
      ))}
    </ul>
  )
}
