import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AgentAtWork, AgentRun } from '#shared/agent/agent-run.ts'
import { placesInLine } from '#shared/agent/places-in-line.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { type Api, problemOf } from '../../api.ts'
import { withChanged } from '../with-changed.ts'
import { hasPlace, isAtWork } from './chat-agents-store.ts'

export type AgentsAtWorkState = {
  /** Agents that work for chats of any project, and those that have ended, the newest first; null until asked for. */
  readonly runs: readonly AgentRun[] | null
  /** Queue positions of agents waiting for a slot. */
  readonly inLine: ReadonlyMap<SessionId, number>
  readonly problem: AppErrorData | null
  /** Running agents without queued ones, as pushed by main without a call. */
  readonly atWork: ReadonlySet<SessionId>
  /** Everybody who works, waits or was paused at a limit, each with its chat, as far as main has told. */
  readonly below: ReadonlyMap<SessionId, AgentAtWork>
}

export type AgentsAtWorkStore = ReturnType<typeof createAgentsAtWorkStore>

/** More than anybody looks through. */
const MOST = 200

/** Mirrors the newest agents of all chats, after the first request. */
export function createAgentsAtWorkStore(api: Api) {
  const store = createStore<AgentsAtWorkState>(() => ({
    runs: null,
    inLine: new Map(),
    problem: null,
    atWork: new Set(),
    below: new Map(),
  }))

  async function load(): Promise<void> {
    try {
      const runs = await api.call('agent.runs', { projectId: null, limit: MOST })
      store.setState(({ below }) => ({
        ...listed(runs),
        problem: null,
        ...allOf([...olderThan(runs, below), ...runs]),
      }))
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  }

  /** Loads the agents that were running before this window received events. */
  async function watch(): Promise<void> {
    const known = await api.call('agent.atWork', {})
    // Pushed changes are newer, including ends.
    store.setState((state) =>
      allOf([...known.filter(({ sessionId }) => !told.has(sessionId)), ...state.below.values()]),
    )
  }

  /** Those that main has told something about: it knows them better than a list that was asked for before. */
  const told = new Set<SessionId>()

  /** Stores the pushed agents. Before the first request it only remembers them. */
  function receive(changed: readonly AgentRun[]): void {
    for (const { sessionId } of changed) told.add(sessionId)
    store.setState(({ runs, atWork, below }) => ({
      atWork: changed.reduce(withRun, atWork),
      below: changed.reduce(withAgent, below),
      ...(runs === null ? {} : listed(newestOf(runs, changed))),
    }))
  }

  const view: Pick<StoreApi<AgentsAtWorkState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, load, watch, receive }
}

/** Returns the activity below a chat: waiting for the person, running or paused at a limit; null for none. */
export function goesOnBelow(
  { below }: Pick<AgentsAtWorkState, 'below'>,
  chat: SessionId,
): 'waiting' | 'running' | 'paused' | null {
  const states = [...below.values()].flatMap(({ chatId, state }) => (chatId === chat ? [state] : []))
  if (states.includes('waiting')) return 'waiting'
  if (states.some((state) => state !== 'paused')) return 'running'
  return states.length > 0 ? 'paused' : null
}

/** Chat states replaced by a paused subagent, because nothing else in the row would show the pause. */
const AT_REST: ReadonlySet<SessionListing['state']> = new Set(['idle', 'done', 'stopped'])

/**
 * Merges the state of a chat with that of its subagents. Waiting wins, because nothing happens there until
 * the person answers. Paused comes last, because a running or failed chat matters more.
 */
export function withBelow(
  own: SessionListing['state'],
  below: ReturnType<typeof goesOnBelow>,
): SessionListing['state'] {
  if (own === 'waiting' || below === null) return own
  return below === 'paused' && !AT_REST.has(own) ? own : below
}

/** Whether an agent affects the mark of its chat. */
const counts = (agent: Pick<AgentAtWork, 'state'>): boolean => isAtWork(agent) || agent.state === 'paused'

function allOf(agents: readonly AgentAtWork[]): Pick<AgentsAtWorkState, 'atWork' | 'below'> {
  return {
    atWork: new Set(agents.filter(hasPlace).map(({ sessionId }) => sessionId)),
    below: new Map(
      agents
        .filter(counts)
        .map(({ sessionId, chatId, state }) => [sessionId, { sessionId, chatId, state }] as const),
    ),
  }
}

/** Derives the data of the list once, because each row needs it. */
const listed = (runs: readonly AgentRun[]): Pick<AgentsAtWorkState, 'runs' | 'inLine'> => ({
  runs,
  inLine: placesInLine(runs),
})

/** Returns the updated known agents after the new ones. */
function newestOf(runs: readonly AgentRun[], changed: readonly AgentRun[]): readonly AgentRun[] {
  const { known, added } = withChanged(runs, changed)
  return added.length === 0 ? known : [...added.toReversed(), ...known].slice(0, MOST)
}

/** Returns agents paused too long ago for the list. */
function olderThan(runs: readonly AgentRun[], below: AgentsAtWorkState['below']): readonly AgentAtWork[] {
  const names = new Set(runs.map(({ sessionId }) => sessionId))
  return [...below.values()].filter(({ sessionId, state }) => state === 'paused' && !names.has(sessionId))
}

/** Returns the same map if nothing changed, because a row is pushed with every step of an agent. */
function withAgent(below: AgentsAtWorkState['below'], run: AgentRun): AgentsAtWorkState['below'] {
  const { sessionId, chatId, state } = run
  if (below.get(sessionId)?.state === (counts(run) ? state : undefined)) return below
  const next = new Map(below)
  if (counts(run)) next.set(sessionId, { sessionId, chatId, state })
  else next.delete(sessionId)
  return next
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
