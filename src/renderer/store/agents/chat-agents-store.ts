import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { placesInLine } from '#shared/agent/places-in-line.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Api, problemOf } from '../../api.ts'
import { withChanged } from '../with-changed.ts'
import { waitingBelow } from './waiting-below.ts'

export type ChatAgentsState = {
  /** The chat whose agents these are. */
  readonly chatId: SessionId | null
  /** In the order they were started; null until main has answered. */
  readonly runs: readonly AgentRun[] | null
  /** Queue positions of agents waiting for a slot. */
  readonly inLine: ReadonlyMap<SessionId, number>
  /** The waiting subagent, at any depth, of each running agent that does not wait itself. */
  readonly askers: ReadonlyMap<SessionId, AgentRun>
  readonly problem: AppErrorData | null
  /** The agent whose conversation is in view, in place of the chat's. */
  readonly viewed: SessionId | null
  /** The chat, or the agent of it, whose lines are being drawn. */
  readonly limiting: SessionId | null
  /** Until when an agent that has ended stays in the selector, where the person looked at it or took it out. */
  readonly keptUntil: Readonly<Record<SessionId, number>>
}

export type ChatAgentsStore = ReturnType<typeof createChatAgentsStore>

const NOBODY: ChatAgentsState = {
  chatId: null,
  runs: null,
  inLine: new Map(),
  askers: new Map(),
  problem: null,
  viewed: null,
  limiting: null,
  keptUntil: {},
}

/** Time an ended agent stays in the selector, in milliseconds. */
export const GRACE_MS = 30_000

/** Whether an agent is running, waiting or queued. */
export function isAtWork({ state }: Pick<AgentRun, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'waiting'
}

/** Whether an agent is active and not queued for a slot. */
export function hasPlace({ state }: Pick<AgentRun, 'state'>): boolean {
  return state === 'running' || state === 'waiting'
}

/** Derives the data of the list once, because each row needs it. */
const listed = (runs: readonly AgentRun[]): Pick<ChatAgentsState, 'runs' | 'inLine' | 'askers'> => ({
  runs,
  inLine: placesInLine(runs),
  askers: waitingBelow(runs),
})

type Deps = { readonly api: Api; readonly now: () => number }

/** Mirrors the agents that work for the open chat, and which of them is looked at. */
export function createChatAgentsStore({ api, now }: Deps) {
  const store = createStore<ChatAgentsState>(() => NOBODY)
  /** Changes pushed while the list was loading are newer than the list. */
  let told: Map<SessionId, AgentRun> | null = null
  let again = false

  async function load(): Promise<void> {
    const { chatId } = store.getState()
    if (chatId === null) return
    if (told !== null) {
      again = true
      return
    }
    const heard = new Map<SessionId, AgentRun>()
    told = heard
    try {
      do {
        again = false
        heard.clear()
        const runs = await api.call('agent.runs', { sessionId: chatId })
        if (store.getState().chatId !== chatId) return
        store.setState({ ...listed(runs.map((run) => heard.get(run.sessionId) ?? run)), problem: null })
      } while (again)
    } catch (error) {
      if (store.getState().chatId === chatId) store.setState({ problem: problemOf(error) })
    } finally {
      if (told === heard) told = null
    }
  }

  /** Follows another chat, or none. */
  async function follow(chatId: SessionId | null): Promise<void> {
    if (chatId === store.getState().chatId) return
    told = null
    store.setState({ ...NOBODY, chatId })
    await load()
  }

  /** Takes what main told about agents. One that is new stands where main's order puts it. */
  async function receive(changed: readonly AgentRun[]): Promise<void> {
    const { chatId, runs } = store.getState()
    const ours = changed.filter((run) => run.chatId === chatId)
    if (ours.length === 0) return
    for (const run of ours) told?.set(run.sessionId, run)
    const { known, added } = withChanged(runs ?? [], ours)
    if (runs !== null && added.length < ours.length) store.setState(listed(known))
    if (added.length > 0) await load()
  }

  /** Shows the conversation of an agent, or that of the chat again. */
  function view(sessionId: SessionId | null): void {
    store.setState((state) => {
      const { viewed, keptUntil } = state
      if (viewed === sessionId) return state
      if (viewed === null) return { viewed: sessionId }
      // An open limits form closes with its agent's conversation.
      const limiting = state.limiting === viewed ? null : state.limiting
      return { viewed: sessionId, limiting, keptUntil: { ...keptUntil, [viewed]: now() + GRACE_MS } }
    })
  }

  /** Opens the form in which the lines of the chat, or of the agent in view, are drawn; null closes it. */
  function limit(limiting: SessionId | null): void {
    store.setState({ limiting })
  }

  /** Takes an agent that has ended out of the selector. It stays in the conversation and in the inspector. */
  function dismiss(sessionId: SessionId): void {
    store.setState(({ viewed, keptUntil }) => ({
      viewed: viewed === sessionId ? null : viewed,
      keptUntil: { ...keptUntil, [sessionId]: 0 },
    }))
  }

  const mirror: Pick<StoreApi<ChatAgentsState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: mirror, follow, load, receive, view, limit, dismiss }
}
