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

/** How many of those that have ended are listed. */
const MOST_ENDED = 8

/** How many agents of chats and of teams are at work or stand in line for a place, and how many of them work. */
export function useAgentCount(): { readonly working: number; readonly all: number } {
  const { agents } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  return useMemo(() => {
    const all = runs.filter(isAtWork)
    return { working: all.filter(hasPlace).length, all: all.length }
  }, [runs])
}

/** The agents that ended last. */
export function useEndedAgents(): readonly AgentRun[] {
  const { agents } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const teammates = useTeammates()
  return useMemo(() => {
    const ended = runs.filter((run) => !isAtWork(run) && !teammates.has(run.sessionId))
    return ended.toSorted((left, right) => (right.endedAt ?? 0) - (left.endedAt ?? 0)).slice(0, MOST_ENDED)
  }, [runs, teammates])
}
