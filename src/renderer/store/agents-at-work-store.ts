import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AgentAtWork, AgentRun } from '#shared/agent/agent-run.ts'
import { placesInLine } from '#shared/agent/places-in-line.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { type Api, problemOf } from '../api.ts'
import { hasPlace, isAtWork } from './chat-agents-store.ts'
import { withChanged } from './with-changed.ts'

export type AgentsAtWorkState = {
  /** Agents that work for chats of any project, and those that have ended, the newest first; null until asked for. */
  readonly runs: readonly AgentRun[] | null
  /** How many wait longer than each of those that wait for a place. */
  readonly inLine: ReadonlyMap<SessionId, number>
  readonly problem: AppErrorData | null
  /** Those at work that do not wait for a place, as far as main has told: nobody has to ask for that. */
  readonly atWork: ReadonlySet<SessionId>
  /** Everybody who works or waits, each with its chat, as far as main has told. */
  readonly below: ReadonlyMap<SessionId, AgentAtWork>
}

export type AgentsAtWorkStore = ReturnType<typeof createAgentsAtWorkStore>

/** More than anybody looks through. */
const MOST = 200

/** Mirrors the newest agents of all chats, once somebody has asked for them. */
export function createAgentsAtWorkStore(api: Api) {
  const store = createStore<AgentsAtWorkState>(() => ({
    ...{ runs: null, inLine: new Map(), problem: null, atWork: new Set(), below: new Map() },
  }))

  async function load(): Promise<void> {
    try {
      const runs = await api.call('agent.runs', { projectId: null, limit: MOST })
      store.setState({ ...listed(runs), problem: null, ...allOf(runs) })
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  }

  /** Finds out who was at work before this window could be told. */
  async function watch(): Promise<void> {
    const known = await api.call('agent.atWork', {})
    // What was told meanwhile is newer, also that one has ended.
    store.setState((state) =>
      allOf([...known.filter(({ sessionId }) => !told.has(sessionId)), ...state.below.values()]),
    )
  }

  /** Those that main has told something about: it knows them better than a list that was asked for before. */
  const told = new Set<SessionId>()

  /** Takes what main told about agents. Whoever has not asked yet will be answered with it. */
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

/** What goes on below a chat: somebody asks the person, or works; null when nothing does. */
export function goesOnBelow(
  { below }: Pick<AgentsAtWorkState, 'below'>,
  chat: SessionId,
): 'waiting' | 'running' | null {
  const states = [...below.values()].flatMap(({ chatId, state }) => (chatId === chat ? [state] : []))
  if (states.includes('waiting')) return 'waiting'
  return states.length > 0 ? 'running' : null
}

/** Who asks comes first: until the person has answered, nothing else happens there. */
export function withBelow(
  own: SessionListing['state'],
  below: ReturnType<typeof goesOnBelow>,
): SessionListing['state'] {
  return own === 'waiting' ? own : (below ?? own)
}

function allOf(agents: readonly AgentAtWork[]): Pick<AgentsAtWorkState, 'atWork' | 'below'> {
  const going = agents.filter(isAtWork)
  return {
    atWork: new Set(going.filter(hasPlace).map(({ sessionId }) => sessionId)),
    below: new Map(
      going.map(({ sessionId, chatId, state }) => [sessionId, { sessionId, chatId, state }] as const),
    ),
  }
}

/** What follows from the list is worked out once with it: each line of an agent asks for it. */
const listed = (runs: readonly AgentRun[]): Pick<AgentsAtWorkState, 'runs' | 'inLine'> => ({
  ...{ runs, inLine: placesInLine(runs) },
})

/** Those that are known, as they stand now, behind those that are new. */
function newestOf(runs: readonly AgentRun[], changed: readonly AgentRun[]): readonly AgentRun[] {
  const { known, added } = withChanged(runs, changed)
  return added.length === 0 ? known : [...added.toReversed(), ...known].slice(0, MOST)
}

/** The same map when nothing of it has changed: a line is told again with every step of an agent. */
function withAgent(below: AgentsAtWorkState['below'], run: AgentRun): AgentsAtWorkState['below'] {
  const { sessionId, chatId, state } = run
  if (below.get(sessionId)?.state === (isAtWork(run) ? state : undefined)) return below
  const next = new Map(below)
  if (isAtWork(run)) next.set(sessionId, { sessionId, chatId, state })
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
