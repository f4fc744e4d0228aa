import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Client } from '../client.ts'
import type { Terminal } from '../terminal.ts'
import type { FollowedChat } from './follow-chat.ts'

type Deps = {
  readonly client: Client
  readonly sessionId: SessionId
  readonly chat: FollowedChat
  readonly terminal: Pick<Terminal, 'onInterrupt'>
  readonly denyAsks: () => Promise<void>
}

/** Maximum listed workflow runs of the project that are searched for those of the chat. */
const MOST_WORKFLOWS = 200
const ACTIVE_AGENT: ReadonlySet<string> = new Set(['queued', 'running', 'waiting'])

/**
 * Waits until a chat is idle: no run, no subagent and no workflow of it is active. Requests are denied on the way, and
 * an interruption stops everything. Returns whether it was interrupted.
 */
export async function awaitEnd({ client, sessionId, chat, terminal, denyAsks }: Deps): Promise<boolean> {
  let wake = () => {}
  let isNew = false
  let isInterrupted = false
  let isStopped = false
  const changed = () => {
    isNew = true
    wake()
  }
  const unhear = client.hear(changed)
  const unlisten = terminal.onInterrupt(() => {
    isInterrupted = true
    changed()
  })
  try {
    for (;;) {
      isNew = false
      if (isInterrupted && !isStopped) {
        isStopped = true
        await stopAll(client, sessionId, chat)
      }
      await denyAsks()
      if (await isIdle(client, sessionId, chat)) return isInterrupted
      if (!isNew) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    unhear()
    unlisten()
  }
}

async function isIdle(client: Client, sessionId: SessionId, chat: FollowedChat): Promise<boolean> {
  if (activeRuns(chat).length > 0) return false
  // The end of a run is heard before what follows it has begun.
  await new Promise((resolve) => setImmediate(resolve))
  await chat.refresh()
  if (activeRuns(chat).length > 0) return false
  const agents = await client.call('agent.runs', { sessionId })
  if (agents.some(({ state }) => ACTIVE_AGENT.has(state))) return false
  const workflows = await activeWorkflows(client, sessionId, chat)
  return workflows.length === 0
}

/** A run that a limit paused waits for the person, so nothing more comes of it. */
const activeRuns = (chat: FollowedChat): RunRecord[] =>
  chat.runs().filter(({ status }) => !isTerminal(status) && status !== 'paused')

async function activeWorkflows(client: Client, sessionId: SessionId, chat: FollowedChat) {
  const projectId = chat.folds().session?.meta.projectId ?? null
  const { runs } = await client.call('workflow.runs', {
    projectId,
    offset: 0,
    limit: MOST_WORKFLOWS,
    states: ['running'],
  })
  return runs.filter(({ launcherSessionId }) => launcherSessionId === sessionId)
}

async function stopAll(client: Client, sessionId: SessionId, chat: FollowedChat): Promise<void> {
  const workflows = await activeWorkflows(client, sessionId, chat)
  const agents = (await client.call('agent.runs', { sessionId })).filter(({ state }) =>
    ACTIVE_AGENT.has(state),
  )
  await Promise.all([
    ...activeRuns(chat).map(({ runId }) => client.call('run.stop', { sessionId, runId })),
    ...agents.map((agent) => client.call('agent.stop', { sessionId: agent.sessionId })),
    ...workflows.map(({ id }) => client.call('workflow.stop', { workflowRunId: id })),
  ])
}
