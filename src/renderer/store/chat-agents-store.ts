import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Api, problemOf } from '../api.ts'

export type ChatAgentsState = {
  /** The chat whose agents these are. */
  readonly chatId: SessionId | null
  /** In the order they were started; null until main has answered. */
  readonly runs: readonly AgentRun[] | null
  readonly problem: AppErrorData | null
  /** The agent whose conversation is in view, in place of the chat's. */
  readonly viewed: SessionId | null
  /** Until when an agent that has ended stays in the selector, where the person looked at it or took it out. */
  readonly keptUntil: Readonly<Record<SessionId, number>>
}

export type ChatAgentsStore = ReturnType<typeof createChatAgentsStore>

const NOBODY: ChatAgentsState = { chatId: null, runs: null, problem: null, viewed: null, keptUntil: {} }

/** How long an agent that has ended stays in the selector, in milliseconds. */
export const GRACE_MS = 30_000

/** True while something of an agent goes on, or waits. */
export function isAtWork({ state }: Pick<AgentRun, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'waiting'
}

/** True while it is at work and does not stand in line for a place. */
export function hasPlace({ state }: Pick<AgentRun, 'state'>): boolean {
  return state === 'running' || state === 'waiting'
}

type Deps = { readonly api: Api; readonly now: () => number }

/** Mirrors the agents that work for the open chat, and which of them is looked at. */
export function createChatAgentsStore({ api, now }: Deps) {
  const store = createStore<ChatAgentsState>(() => NOBODY)
  /** What was told while the list was on its way is newer than the list. */
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
        store.setState({ runs: runs.map((run) => heard.get(run.sessionId) ?? run), problem: null })
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

  /** Takes what main told about an agent. One that is new stands where main's order puts it. */
  async function receive(run: AgentRun): Promise<void> {
    const { chatId, runs } = store.getState()
    if (run.chatId !== chatId) return
    told?.set(run.sessionId, run)
    if (runs?.some(({ sessionId }) => sessionId === run.sessionId) !== true) return await load()
    store.setState({ runs: runs.map((each) => (each.sessionId === run.sessionId ? run : each)) })
  }

  /** Shows the conversation of an agent, or that of the chat again. */
  function view(sessionId: SessionId | null): void {
    store.setState((state) => {
      const { viewed, keptUntil } = state
      if (viewed === sessionId) return state
      if (viewed === null) return { viewed: sessionId }
      return { viewed: sessionId, keptUntil: { ...keptUntil, [viewed]: now() + GRACE_MS } }
    })
  }

  /** Takes an agent that has ended out of the selector. It stays in the conversation and in the inspector. */
  function dismiss(sessionId: SessionId): void {
    store.setState(({ viewed, keptUntil }) => ({
      viewed: viewed === sessionId ? null : viewed,
      keptUntil: { ...keptUntil, [sessionId]: 0 },
    }))
  }

  const mirror: Pick<StoreApi<ChatAgentsState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: mirror, follow, load, receive, view, dismiss }
}
