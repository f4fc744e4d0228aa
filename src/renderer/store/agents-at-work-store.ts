import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Api, problemOf } from '../api.ts'
import { hasPlace } from './chat-agents-store.ts'

export type AgentsAtWorkState = {
  /** Agents that work for chats of any project, and those that have ended, the newest first; null until asked for. */
  readonly runs: readonly AgentRun[] | null
  readonly problem: AppErrorData | null
  /** Those at work that do not wait for a place, as far as main has told: nobody has to ask for that. */
  readonly atWork: ReadonlySet<SessionId>
}

export type AgentsAtWorkStore = ReturnType<typeof createAgentsAtWorkStore>

/** More than anybody looks through. */
const MOST = 200

/** Mirrors the newest agents of all chats, once somebody has asked for them. */
export function createAgentsAtWorkStore(api: Api) {
  const store = createStore<AgentsAtWorkState>(() => ({ runs: null, problem: null, atWork: new Set() }))

  async function load(): Promise<void> {
    try {
      const runs = await api.call('agent.runs', { projectId: null, limit: MOST })
      const atWork = new Set(runs.filter(hasPlace).map(({ sessionId }) => sessionId))
      store.setState({ runs, problem: null, atWork })
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  }

  /** Finds out who was at work before this window could be told. */
  async function watch(): Promise<void> {
    const known = await api.call('agent.atWork', {})
    store.setState(({ atWork }) => ({ atWork: new Set([...known, ...atWork]) }))
  }

  /** Takes what main told about an agent. Whoever has not asked yet will be answered with it. */
  function receive(run: AgentRun): void {
    store.setState(({ runs, atWork: before }) => {
      const atWork = withRun(before, run)
      if (runs === null) return { atWork }
      const isKnown = runs.some(({ sessionId }) => sessionId === run.sessionId)
      if (!isKnown) return { atWork, runs: [run, ...runs].slice(0, MOST) }
      return { atWork, runs: runs.map((each) => (each.sessionId === run.sessionId ? run : each)) }
    })
  }

  const view: Pick<StoreApi<AgentsAtWorkState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, load, watch, receive }
}

/** The same set when nothing of it has changed. */
function withRun(atWork: ReadonlySet<SessionId>, run: AgentRun): ReadonlySet<SessionId> {
  const { sessionId } = run
  if (atWork.has(sessionId) === hasPlace(run)) return atWork
  const next = new Set(atWork)
  if (hasPlace(run)) next.add(sessionId)
  else next.delete(sessionId)
  return next
}
