import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Client } from '../client.ts'

/** Maximum listed workflow runs of the project that are searched for those of the chat. */
const MOST_WORKFLOWS = 200
const ACTIVE_AGENT: ReadonlySet<string> = new Set(['queued', 'running', 'waiting'])

/** Returns the active subagents of a chat. */
export async function activeAgents(client: Client, sessionId: SessionId) {
  const agents = await client.call('agent.runs', { sessionId })
  return agents.filter(({ state }) => ACTIVE_AGENT.has(state))
}

/** Returns the running workflow runs that a chat launched. */
export async function activeWorkflows(client: Client, sessionId: SessionId, folds: SessionFolds) {
  const { runs } = await client.call('workflow.runs', {
    projectId: folds.session?.meta.projectId ?? null,
    offset: 0,
    limit: MOST_WORKFLOWS,
    states: ['running'],
  })
  return runs.filter(({ launcherSessionId }) => launcherSessionId === sessionId)
}

/** Returns the runs of a chat that have not ended, without those that a limit paused: they wait for the person. */
export const activeRuns = (runs: readonly RunRecord[]): readonly RunRecord[] =>
  runs.filter(({ status }) => !isTerminal(status) && status !== 'paused')

/** Stops the given runs of a chat, its subagents and its workflows. */
export async function stopWork(
  client: Client,
  sessionId: SessionId,
  folds: SessionFolds,
  runs: readonly Pick<RunRecord, 'runId'>[],
): Promise<void> {
  const [workflows, agents] = await Promise.all([
    activeWorkflows(client, sessionId, folds),
    activeAgents(client, sessionId),
  ])
  await Promise.all([
    ...runs.map(({ runId }) => client.call('run.stop', { sessionId, runId })),
    ...agents.map((agent) => client.call('agent.stop', { sessionId: agent.sessionId })),
    ...workflows.map(({ id }) => client.call('workflow.stop', { workflowRunId: id })),
  ])
}
