import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { AppErrorData } from '#shared/errors.ts'
import { type Api, problemOf } from '../api.ts'

export type AgentsAtWorkState = {
  /** Agents that work for chats of any project, and those that have ended, the newest first; null until asked for. */
  readonly runs: readonly AgentRun[] | null
  readonly problem: AppErrorData | null
}

export type AgentsAtWorkStore = ReturnType<typeof createAgentsAtWorkStore>

/** More than anybody looks through. */
const MOST = 200

/** Mirrors the newest agents of all chats, once somebody has asked for them. */
export function createAgentsAtWorkStore(api: Api) {
  const store = createStore<AgentsAtWorkState>(() => ({ runs: null, problem: null }))

  async function load(): Promise<void> {
    try {
      const runs = await api.call('agent.runs', { projectId: null, limit: MOST })
      store.setState({ runs, problem: null })
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  }

  /** Takes what main told about an agent. Whoever has not asked yet will be answered with it. */
  function receive(run: AgentRun): void {
    store.setState(({ runs }) => {
      if (runs === null) return {}
      const isKnown = runs.some(({ sessionId }) => sessionId === run.sessionId)
      if (!isKnown) return { runs: [run, ...runs].slice(0, MOST) }
      return { runs: runs.map((each) => (each.sessionId === run.sessionId ? run : each)) }
    })
  }

  const view: Pick<StoreApi<AgentsAtWorkState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, load, receive }
}
