import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useQuery } from '../../../data/use-query.ts'
import { hasPlace, isAtWork } from '../../../store/agents/chat-agents-store.ts'
import { useAgents, useApp } from '../agents-context.ts'

/** More runs at once than a person can have in mind. */
const MOST_RUNS = 50

const RUNNING = { projectId: null, offset: 0, limit: MOST_RUNS, states: ['running' as const] }

const NO_RUNS: readonly WorkflowRunListing[] = []

/** Returns the running workflow runs of all projects, reloaded as agents start and end. */
function useRunningRuns(): readonly WorkflowRunListing[] {
  const { runs } = useAgents()
  const changed = useStore(runs.store, (state) => state.atWork)
  const listed = useQuery('workflow.runs', RUNNING, { reasons: [changed] })
  return listed.data?.runs ?? NO_RUNS
}

/** Returns the chats of all projects that are running or waiting, newest first. */
function useRunningChats(): readonly SessionListing[] {
  const sessions = useApp((state) => state.sessions)
  return Object.values(sessions)
    .flatMap(({ rows }) => rows)
    .filter(({ state }) => state === 'running' || state === 'waiting')
    .toSorted((left, right) => right.updatedAt - left.updatedAt)
}

const NOBODY: readonly AgentRun[] = []

/** Returns all running work of all projects, without teammates. */
export function useRunning() {
  const chats = useRunningChats()
  const runs = useRunningRuns()
  const agents = useWorkingAgents()
  return { chats, runs, agents, isNone: chats.length + runs.length + agents.length === 0 }
}

/** Everything that runs, with the teammates of every team. */
export type Running = ReturnType<typeof useRunning> & { readonly teammates: readonly AgentRun[] }

/** The logs of everybody in a team that works: they are listed with it. */
function useTeammates(): ReadonlySet<SessionId> {
  const { teams } = useAgents()
  const known = useStore(teams.store, (state) => state.teams)
  return useMemo(
    () => new Set(known?.flatMap(({ members }) => members.map(({ sessionId }) => sessionId))),
    [known],
  )
}

/** Returns the running and waiting agents of all chats, in start order. */
function useWorkingAgents(): readonly AgentRun[] {
  const { agents } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const teammates = useTeammates()
  return useMemo(() => {
    const working = runs.filter((run) => isAtWork(run) && !teammates.has(run.sessionId))
    return working.toSorted((left, right) => left.startedAt - right.startedAt)
  }, [runs, teammates])
}

/** Returns the running and waiting teammates of all teams, in start order. */
export function useTeammatesAtWork(): readonly AgentRun[] {
  const { agents } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const teammates = useTeammates()
  return useMemo(() => runs.filter((run) => isAtWork(run) && teammates.has(run.sessionId)), [runs, teammates])
}

/** Maximum ended agents listed. */
const MOST_ENDED = 50

/**
 * Returns the number of running agents as in the status bar: one per chat, plus subagents, teammates and
 * workflow agents. Queued agents are counted separately.
 */
export function useAgentCount() {
  const { agents, runs } = useAgents()
  const ofChats = useRunningChats().length
  const ofRuns = useStore(runs.store, ({ atWork }) => sumOf(Object.values(atWork)))
  const ofAgents = useStore(agents.store, ({ atWork }) => atWork.size)
  const queued = useStore(agents.store, (state) => (state.runs ?? NOBODY).filter(isInLine).length)
  return { working: ofChats + ofAgents + ofRuns, queued, ofChats, ofAgents, ofRuns }
}

const isInLine = (run: AgentRun): boolean => isAtWork(run) && !hasPlace(run)

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Returns the agents paused at a limit, which resume on request. */
export function usePausedAgents(): readonly AgentRun[] {
  const { agents } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const teammates = useTeammates()
  return useMemo(() => {
    const paused = runs.filter((run) => run.state === 'paused' && !teammates.has(run.sessionId))
    return paused.toSorted((left, right) => left.startedAt - right.startedAt)
  }, [runs, teammates])
}

/** The agents that ended last and were not cleared from the list since, the newest first. */
export function useEndedAgents(): readonly AgentRun[] {
  const { agents, pages } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const clearedUntil = useStore(pages.store, (state) => state.clearedUntil)
  const teammates = useTeammates()
  return useMemo(() => {
    const isListed = (run: AgentRun) => isEnded(run) && (run.endedAt ?? 0) > clearedUntil
    const ended = runs.filter((run) => isListed(run) && !teammates.has(run.sessionId))
    return ended.toSorted((left, right) => (right.endedAt ?? 0) - (left.endedAt ?? 0)).slice(0, MOST_ENDED)
  }, [runs, teammates, clearedUntil])
}

const isEnded = (run: AgentRun): boolean => !isAtWork(run) && run.state !== 'paused'
