import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import type { Millis, ProjectId, SessionId } from '#shared/ids.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { workedBy } from '#shared/run/worked.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { isUnlimited } from '#shared/session/is-unlimited.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { CLOSED } from '../../runs/run/closing.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { isInBin } from '../../runs/run/top-session.ts'
import type { Children } from '../children/children.ts'
import type { AgentState } from '../records/agent-state.ts'
import { newestRunOf } from '../records/newest-run.ts'
import { chatOf, depthOf, parentOf } from '../records/parent.ts'
import { runsOf, subtreeOf, usageOf } from '../records/subtree.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly lifeOf: Children['lifeOf']
  /** The logs of the agents that runs of a session have started. */
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  /** The logs of agents, the ones in which something happened last first. */
  readonly newest: (projectId: ProjectId | null, limit: number) => readonly SessionId[]
  readonly tell: (runs: readonly AgentRun[]) => void
  readonly now: () => Millis
  /** Calls `act` once after `ms` unless the returned function is called first. */
  readonly schedule: (ms: number, act: () => void) => () => void
}

/** Delay before changed rows are sent, in milliseconds. It batches the updates of hundreds of agents. */
const LINE_MS = 150

/** The lines about agents: what each does, what it has cost, and what it asks. Folded from the log when asked for. */
export function createAgentRuns(deps: Deps) {
  const due = new Set<SessionId>()
  let cancel: (() => void) | null = null

  const line = (sessionId: SessionId): AgentRun | null => {
    const { session } = deps.log.folds(sessionId)
    return session === null ? null : lineOf(deps, session)
  }

  const tellDue = (): void => {
    cancel = null
    const runs = [...due].flatMap((sessionId) => line(sessionId) ?? [])
    due.clear()
    if (runs.length > 0) deps.tell(runs)
  }

  return {
    /** One agent; null when it is none that works for a chat. */
    of: line,
    /** The agents that work for a chat or for an agent, and those that work for them, in the order they started. */
    under: (sessionId: SessionId): AgentRun[] => subtreeOf(deps, sessionId).flatMap((id) => line(id) ?? []),
    /** The newest agents of a project, or of all. Those of chats in the bin are out of sight with them. */
    newest: (projectId: ProjectId | null, limit: number): AgentRun[] =>
      deps.newest(projectId, limit).flatMap((id) => (isInBin(deps.log, id) ? [] : (line(id) ?? []))),
    /** Marks the row of an agent as changed. Its row and those of its parents are sent soon. */
    changed: (sessionId: SessionId): void => {
      const { session } = deps.log.folds(sessionId)
      for (let at = session; at !== null && at.kind === 'child'; ) {
        due.add(at.id)
        cancel ??= deps.schedule(LINE_MS, tellDue)
        at = parentOf(deps.log, at)?.session ?? null
      }
    },
    close: (): void => {
      cancel?.()
      due.clear()
    },
  }
}

export type AgentRuns = ReturnType<typeof createAgentRuns>

function lineOf(deps: Deps, session: SessionRecord): AgentRun | null {
  const { log } = deps
  const run = newestRunOf(log, session.id)
  const { parentSessionId, parentRunId, meta, task } = session
  if (run === null || parentSessionId === null || parentOf(log, session) === null) return null
  const life = deps.lifeOf(session.id)
  const { interactions, queue } = log.folds(session.id)
  const asks = Object.values<Interaction>(interactions)
  const all = [session.id, ...subtreeOf(deps, session.id)]
  const state = stateOf(run, life, asks.length)
  const worked = (sessions: readonly SessionId[]) => workedBy(runsOf(deps, sessions), deps.now())
  return {
    sessionId: session.id,
    runId: run.runId,
    agentId: run.agentId,
    title: meta.title,
    projectId: meta.projectId,
    model: run.model,
    parentSessionId,
    parentRunId,
    permissionMode: meta.permissionMode,
    callId: task?.callId ?? null,
    chatId: chatOf(log, session).id,
    depth: depthOf(log, session),
    background: meta.background ?? false,
    fork: task?.fork ?? false,
    teammate: task?.teammate ?? null,
    state,
    // An agent that waits for the person or a slot is not silent.
    quiet: state === 'running' && life !== null && 'quiet' in life ? life.quiet : null,
    doing: [...(life?.activity.doing.values() ?? [])].at(-1) ?? null,
    tools: life?.activity.tools ?? null,
    usage: session.usage,
    worked: worked([session.id]),
    subtree: { usage: usageOf(deps, all), worked: worked(all), agents: all.length },
    limits: meta.limits === undefined || isUnlimited(meta.limits) ? null : meta.limits,
    startedAt: run.createdAt,
    endedAt: run.endedAt ?? null,
    said: run.error?.said ?? [],
    problem: run.error?.message ?? (run.status === 'cancelled' ? (run.reason ?? null) : null),
    unheard: queue.length,
    asks: asks.toSorted((left, right) => (left.askedAt ?? 0) - (right.askedAt ?? 0)),
  }
}

/** Whether the exit of the app interrupted a run. */
export const isCutOff = ({
  status,
  reason,
  error,
}: Pick<RunRecord, 'status' | 'reason' | 'error'>): boolean =>
  status === 'cancelled' ? reason === CLOSED : status === 'failed' && error?.code === 'run.abandoned'

function stateOf(run: RunRecord, life: AgentState | null, asks: number): AgentRunState {
  if (life !== null) return life.state === 'queued' ? 'queued' : asks > 0 ? 'waiting' : 'running'
  if (run.status === 'awaiting_user') return 'waiting'
  if (run.status === 'completed') return 'done'
  if (isCutOff(run)) return 'interrupted'
  if (run.status === 'cancelled') return 'stopped'
  if (isPaused(run)) return 'paused'
  return run.status === 'failed' ? 'failed' : 'interrupted'
}
