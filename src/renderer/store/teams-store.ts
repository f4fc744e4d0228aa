import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppErrorData } from '#shared/errors.ts'
import type { TeamView } from '#shared/team/team.ts'
import { type Api, problemOf } from '../api.ts'
import { oneAsking } from './one-asking.ts'

export type TeamsState = {
  /** Every team that works, the oldest first; null until main has answered. */
  readonly teams: readonly TeamView[] | null
  readonly problem: AppErrorData | null
}

export type TeamsStore = ReturnType<typeof createTeamsStore>

/** Mirrors teams while something shows them. Main tells that one changed; the list is asked for. */
export function createTeamsStore(api: Api) {
  const store = createStore<TeamsState>(() => ({ teams: null, problem: null }))
  let watchers = 0

  /** Asks for the list. However much changes while main answers, it is asked for once more. */
  const load = oneAsking(async () => {
    try {
      store.setState({ teams: await api.call('team.list', { projectId: null }), problem: null })
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  })

  /** Keeps the list as main has it until the answer is called. */
  function watch(): () => void {
    watchers += 1
    return () => {
      watchers -= 1
    }
  }

  /** A team looks different. Nothing is asked for while nobody looks. */
  async function changed(): Promise<void> {
    if (watchers > 0) await load()
  }

  const view: Pick<StoreApi<TeamsState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, load, watch, changed }
}
