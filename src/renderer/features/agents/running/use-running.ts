import { useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { problemOf } from '../../../api.ts'
import { hasPlace, isAtWork } from '../../../store/chat-agents-store.ts'
import { type Asked, useAsked } from '../../../ui/asked.ts'
import { useAgents, useApp } from '../agents-context.ts'

/** More runs at once than a person can have in mind. */
const MOST_RUNS = 50

/** The workflow runs of every project that go on, asked for again as agents of any run come and go. */
function useRunningRuns(): Asked<readonly WorkflowRunListing[]> {
  const { api, runs } = useAgents()
  const changed = useStore(runs.store, (state) => state.atWork)
  // biome-ignore lint/correctness/useExhaustiveDependencies: agents that come or go are the reason to ask again
  const ask = useCallback(async () => {
    const found = await api.call('workflow.runs', {
      ...{ projectId: null, offset: 0, limit: MOST_RUNS },
      states: ['running'],
    })
    return found.runs
  }, [api, changed])
  return useAsked(ask, (error) => problemOf(error).message)
}

/** The chats of every project in which an agent is at work or waits, the newest first. */
function useRunningChats(): readonly SessionListing[] {
  const sessions = useApp((state) => state.sessions)
  return Object.values(sessions)
    .flatMap(({ rows }) => rows)
    .filter(({ state }) => state === 'running' || state === 'waiting')
    .toSorted((left, right) => right.updatedAt - left.updatedAt)
}

const NOBODY: readonly AgentRun[] = []

/** Everything of every project that goes on, but for who is in a team. */
export function useRunning() {
  const chats = useRunningChats()
  const runs = useRunningRuns().data ?? NO_RUNS
  const agents = useWorkingAgents()
  return { chats, runs, agents, isNone: chats.length + runs.length + agents.length === 0 }
}

/** Everything that runs, with the teammates of every team. */
export type Running = ReturnType<typeof useRunning> & { readonly teammates: readonly AgentRun[] }

const NO_RUNS: readonly WorkflowRunListing[] = []

/** The logs of everybody in a team that works: they are listed with it. */
function useTeammates(): ReadonlySet<SessionId> {
  const { teams } = useAgents()
  const known = useStore(teams.store, (state) => state.teams)
  return useMemo(
    () => new Set(known?.flatMap(({ members }) => members.map(({ sessionId }) => sessionId))),
    [known],
  )
}

/** The agents of every chat that are at work or wait, in the order they began. */
function useWorkingAgents(): readonly AgentRun[] {
  const { agents } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const teammates = useTeammates()
  return useMemo(() => {
    const working = runs.filter((run) => isAtWork(run) && !teammates.has(run.sessionId))
    return working.toSorted((left, right) => left.startedAt - right.startedAt)
  }, [runs, teammates])
}

/** The teammates of every team that are at work or wait, in the order they began. */
export function useTeammatesAtWork(): readonly AgentRun[] {
  const { agents } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const teammates = useTeammates()
  return useMemo(() => runs.filter((run) => isAtWork(run) && teammates.has(run.sessionId)), [runs, teammates])
}

/** How many of those that have ended can be listed: more than anybody looks through. */
const MOST_ENDED = 50

/**
 * How many agents are at work, counted as the status line counts them: the agent of each chat, those that work for chats
 * and in teams, and those of workflow runs. Who waits for a place is counted apart.
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

/** The agents that a limit has paused: they are not at work, and go on when they are told to. */
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
