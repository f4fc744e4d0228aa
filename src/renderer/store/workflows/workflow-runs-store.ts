import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppErrorData } from '#shared/errors.ts'
import type { ProjectId, WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { type Api, problemOf } from '../../api.ts'
import { type Looking, type RunAttention, seenIn, withAttention } from './run-attention.ts'

/** The newest runs of one project. */
export type WorkflowRunsState = {
  readonly projectId: ProjectId | null
  /** Newest first; null until main has answered. */
  readonly runs: readonly WorkflowRunListing[] | null
  /** Counts those that are not loaded too. */
  readonly total: number
  readonly problem: AppErrorData | null
  /** The run in view. */
  readonly openRun: WorkflowRunId | null
  /** Counts the runs that were put in view from outside of the screen. */
  readonly summons: number
  /** Runs of any project that ask for a look. */
  readonly attention: RunAttention
  /** Number of running agents per active run, over all projects. */
  readonly atWork: Readonly<Record<WorkflowRunId, number>>
}

const NO_RUNS = { projectId: null, runs: null, total: 0, problem: null, openRun: null }

/** Earlier ones are read by the history list as it scrolls. */
const LOADED = 30

export type WorkflowRunsStore = ReturnType<typeof createWorkflowRunsStore>

/** Until when the person has seen what ended, over reloads and restarts. */
export type SeenMemory = {
  readonly until: () => number | null
  /** Everything up to now is seen. */
  readonly mark: () => void
  readonly now: () => number
}

/** Mirrors the list of runs, and knows which one the person looks at. */
export function createWorkflowRunsStore(api: Api, seen: SeenMemory) {
  const store = createStore<WorkflowRunsState>(() => ({ ...NO_RUNS, summons: 0, attention: [], atWork: {} }))
  let looking: Looking = { at: null, since: 0, seen: {} }

  /** Reads the runs of a project. Runs of another project are gone at once: they are not what was asked for. */
  async function load(projectId: ProjectId | null): Promise<void> {
    if (store.getState().projectId !== projectId) store.setState({ ...NO_RUNS, projectId })
    try {
      const { runs, total } = await api.call('workflow.runs', { projectId, offset: 0, limit: LOADED })
      if (store.getState().projectId !== projectId) return
      store.setState((state) => loaded(state, runs, total))
    } catch (error) {
      if (store.getState().projectId === projectId) store.setState({ problem: problemOf(error) })
    }
  }

  /** A run changed or is new. */
  function listed(listing: WorkflowRunListing): void {
    store.setState((state) => ({
      ...withRun(state, listing),
      attention: withAttention(state.attention, listing, looking),
      atWork: { ...state.atWork, [listing.id]: agentsAtWork(listing) },
    }))
    if (listing.state !== 'running') markIfSeen()
  }

  /** Puts a run in view. An earlier one, found in the history, joins the list. */
  function show(run: WorkflowRunListing): void {
    store.setState((state) => ({ ...withRun(state, run), openRun: run.id }))
  }

  /** Puts a run in view that was asked for outside of the screen, whichever project it belongs to. */
  function summon(run: WorkflowRunListing): void {
    store.setState((state) => {
      const here =
        state.projectId === run.projectId ? state : { ...state, ...NO_RUNS, projectId: run.projectId }
      return { ...withRun(here, run), openRun: run.id, summons: state.summons + 1 }
    })
  }

  /** Finds out what happened since the person last looked. */
  async function watch(): Promise<void> {
    if (seen.until() === null) seen.mark()
    looking = { ...looking, since: seen.until() ?? 0 }
    const { runs } = await api.call('workflow.runs', { projectId: null, offset: 0, limit: LOADED })
    store.setState((state) => ({
      attention: runs
        .toReversed()
        .reduce((attention, run) => withAttention(attention, run, looking), state.attention),
      // Pushed changes are newer.
      atWork: { ...Object.fromEntries(runs.map((run) => [run.id, agentsAtWork(run)])), ...state.atWork },
    }))
  }

  /** The runs of this project are in view, or no runs any more. */
  function look(projectId: ProjectId | null): void {
    // Events in view are not news afterwards, even if pushed again.
    const left = looking.at === null ? {} : { [looking.at]: seen.now() }
    looking = { ...looking, at: projectId, seen: { ...looking.seen, ...left } }
    if (projectId !== null) store.setState(({ attention }) => ({ attention: seenIn(attention, projectId) }))
    markIfSeen()
  }

  /** The person has looked at what happened in every project. What waits for them keeps asking. */
  function seeAll(): void {
    looking = { ...looking, since: seen.now() }
    store.setState(({ attention }) => ({ attention: attention.filter(({ kind }) => kind === 'waits') }))
    seen.mark()
  }

  /** One time covers all projects, so it advances only when none has unseen runs. */
  function markIfSeen(): void {
    if (looking.at !== null && store.getState().attention.every(({ kind }) => kind === 'waits')) seen.mark()
  }

  const view: Pick<StoreApi<WorkflowRunsState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, load, listed, show, summon, watch, look, seeAll }
}

function loaded(
  state: WorkflowRunsState,
  runs: readonly WorkflowRunListing[],
  total: number,
): Partial<WorkflowRunsState> {
  // An earlier run that was opened from the history stays, whatever the newest ones are.
  const known = new Set(runs.map((run) => run.id))
  const kept = (state.runs ?? []).filter((run) => run.id === state.openRun && !known.has(run.id))
  const all = newestFirst([...runs, ...kept])
  return { runs: all, total: Math.max(total, all.length), problem: null, openRun: openIn(all, state.openRun) }
}

/** A changed run takes the place of what was known of it. Runs of other projects are not listed here. */
function withRun(state: WorkflowRunsState, run: WorkflowRunListing): WorkflowRunsState {
  if (state.projectId !== null && run.projectId !== state.projectId) return state
  const before = state.runs ?? []
  const others = before.filter((each) => each.id !== run.id)
  const fresh = others.length === before.length
  const runs = newestFirst([run, ...others])
  const newest = before[0]
  const isNew = fresh && (newest === undefined || run.createdAt > newest.createdAt)
  const total = Math.max(state.total + (isNew ? 1 : 0), runs.length)
  return { ...state, runs, total, openRun: openIn(runs, state.openRun) }
}

const newestFirst = (runs: readonly WorkflowRunListing[]): readonly WorkflowRunListing[] =>
  runs.toSorted((left, right) => right.createdAt - left.createdAt)

/** The run in view stays; without one it is the newest that runs, or the newest. */
function openIn(runs: readonly WorkflowRunListing[], open: WorkflowRunId | null): WorkflowRunId | null {
  if (runs.some((run) => run.id === open)) return open
  return (runs.find((run) => run.state === 'running') ?? runs[0])?.id ?? null
}

/** No more than run at once, and never those that have ended. */
function agentsAtWork({ state, concurrency, agentsTotal, agentsDone }: WorkflowRunListing): number {
  return state === 'running' ? Math.max(0, Math.min(concurrency, agentsTotal - agentsDone)) : 0
}
