import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppErrorData } from '#shared/errors.ts'
import type { TeamId } from '#shared/ids.ts'
import type { PastTeam, TeamView } from '#shared/team/team.ts'
import { type Api, problemOf } from '../../api.ts'
import { serialRefresh } from '../serial-refresh.ts'

export type TeamsState = {
  /** Every team that works, the oldest first; null until main has answered. */
  readonly teams: readonly TeamView[] | null
  /** Teams that were dissolved, the newest first; null until they were asked for. */
  readonly past: readonly PastTeam[] | null
  /** Deleted teams that were opened. */
  readonly read: Readonly<Record<TeamId, TeamView>>
  readonly problem: AppErrorData | null
}

export type TeamsStore = ReturnType<typeof createTeamsStore>

const NOTHING: TeamsState = { teams: null, past: null, read: {}, problem: null }

/** Mirrors teams while something shows them. Main tells that one changed; that one is asked for. */
export function createTeamsStore(api: Api) {
  const store = createStore<TeamsState>(() => NOTHING)
  const asking = new Map<TeamId, () => Promise<void>>()
  let watchers = 0

  /** Asks for the list. However much changes while main answers, it is asked for once more. */
  const load = serialRefresh(async () => {
    try {
      // Deleted teams are loaded again where they are shown.
      store.setState({ teams: await api.call('team.list', { projectId: null }), past: null, problem: null })
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  })

  /** Asks for those that were dissolved. */
  const loadPast = serialRefresh(async () => {
    try {
      store.setState({ past: await api.call('team.past', { projectId: null }), problem: null })
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  })

  /** Asks for one team, whatever became of it. */
  const ask = async (teamId: TeamId): Promise<void> => {
    try {
      const view = await api.call('team.get', { teamId })
      store.setState((state) => withTeam(state, view))
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  }

  /** Brings one team up to date. */
  function look(teamId: TeamId): Promise<void> {
    const known = asking.get(teamId) ?? serialRefresh(() => ask(teamId))
    asking.set(teamId, known)
    return known()
  }

  /** Keeps the list as main has it until the answer is called. */
  function watch(): () => void {
    watchers += 1
    return () => {
      watchers -= 1
    }
  }

  /** Handles a changed team. Loads nothing while no view is open. */
  async function changed(teamId: TeamId): Promise<void> {
    if (watchers === 0) return
    await (store.getState().teams === null ? load() : look(teamId))
  }

  const view: Pick<StoreApi<TeamsState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, load, loadPast, look, watch, changed }
}

/** Puts a team in its place: among those that work, or among those that can only be read. */
function withTeam({ teams, past, read }: TeamsState, view: TeamView): Partial<TeamsState> {
  const { id, endedAt } = view.team
  const others = (teams ?? []).filter(({ team }) => team.id !== id)
  if (endedAt !== null) {
    const wasWorking = others.length !== (teams ?? []).length
    return {
      teams: teams === null ? null : others,
      read: { ...read, [id]: view },
      problem: null,
      // The list of those was asked for before this one belonged to it.
      past: wasWorking ? null : past,
    }
  }
  const all = [...others, view].toSorted((left, right) => left.team.createdAt - right.team.createdAt)
  return { teams: all, problem: null }
}
