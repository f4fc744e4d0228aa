import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { SessionMeta } from '#shared/session/session.ts'
import { type Api, problemOf } from '../api.ts'
import { createAttachGate, type EventBatch, type SessionMessage } from './attach-gate.ts'
import type { ReadingPlace } from './reading-place.ts'
import { attached, NO_SESSION, paged, received, type SessionState } from './session-state.ts'

type Deps = {
  readonly api: Api
  /** Takes the draft main kept for a session that was opened. */
  readonly keepDraft: (sessionId: SessionId, text: string) => void
  readonly report: (error: unknown) => void
  /** Resolves when what was drawn last can be seen. */
  readonly painted: () => Promise<void>
  /** The session is shown beside the open one, so a start does not open it in that one's place. */
  readonly isBeside?: boolean
}

export type SessionStore = ReturnType<typeof createSessionStore>

const TAIL = 120
const PAGE = 100

/** Mirrors the one session that this window shows. */
export function createSessionStore({ api, keepDraft, report, painted, isBeside = false }: Deps) {
  const asked = { tail: TAIL, ...(isBeside ? { isBeside: true as const } : {}) }
  const store = createStore<SessionState>(() => NO_SESSION)
  const gate = createAttachGate()

  async function attach(sessionId: SessionId): Promise<void> {
    const turn = gate.enter(sessionId)
    try {
      const attaching = api.call('session.attach', { sessionId, ...asked })
      // The session is already writable, so the person does not wait for its conversation.
      const [reply] = await Promise.all([attaching, store.getState().expected && painted()])
      if (!gate.isCurrent(turn)) return
      keepDraft(sessionId, reply.draft)
      const before = store.getState()
      store.setState(attached(before, sessionId, reply), true)
      if (reply.epoch !== before.epoch || reply.cursor.seq > before.seq) gate.healed()
      for (const batch of gate.leave(turn)) receive(batch)
      loadWays(sessionId).catch(report)
    } catch (error) {
      if (!gate.isCurrent(turn)) return
      gate.leave(turn)
      store.setState({ opening: null, problem: problemOf(error) })
    }
  }

  /** After the conversation is drawn: few have more than one way. */
  async function loadWays(sessionId: SessionId): Promise<void> {
    const { forks, ahead } = await api.call('session.ways', { sessionId })
    store.setState((state) => (state.sessionId === sessionId ? { forks, ahead } : state))
  }

  /**
   * Shows another session, or none. What was shown stays until the answer is here; where nothing was, one can write to
   * a session that is `expected` meanwhile.
   */
  async function open(sessionId: SessionId | null, expected: SessionMeta | null = null): Promise<void> {
    const { sessionId: shown, opening } = store.getState()
    if (sessionId === (opening ?? shown) && store.getState().problem === null) return
    if (shown !== null && shown !== sessionId) {
      api.call('session.detach', { sessionId: shown }).catch(report)
    }
    gate.reset()
    if (sessionId === null) return store.setState(NO_SESSION, true)
    store.setState({ opening: sessionId, expected, problem: null })
    await attach(sessionId)
  }

  function apply(batch: EventBatch): void {
    const before = store.getState()
    if (batch.sessionId !== before.sessionId) return
    const next = received(before, batch)
    if (next === null) {
      heal(batch.sessionId)
      return
    }
    if (next === before) return
    gate.healed()
    store.setState(next, true)
    // A message after going back adds a branch.
    if (before.ahead !== null && leafOf(next) !== leafOf(before)) loadWays(batch.sessionId).catch(report)
    api.call('session.ack', { sessionId: batch.sessionId, seq: next.seq }).catch(report)
  }

  function heal(sessionId: SessionId): void {
    if (gate.mayHeal()) attach(sessionId).catch(report)
    else store.setState({ problem: problemOf(new Error('The events do not join.')) })
  }

  /** Follows what main pushed; batches that arrive while an attach is on its way wait for it. */
  function receive(message: SessionMessage): void {
    if (gate.holds(message)) return
    if (message.t === 'events') apply(message)
    else if (message.sessionId === store.getState().sessionId) heal(message.sessionId)
  }

  const loadOlder = olderLoader(store, api)

  const retry = () => {
    const { opening, sessionId } = store.getState()
    const target = opening ?? sessionId
    return target === null ? Promise.resolve() : attach(target)
  }
  /** Shows all branches of the session, or no longer. They grow while one talks, and so they are asked for again. */
  const showBranches = (shows: boolean): Promise<void> => {
    const { sessionId } = store.getState()
    store.setState({ showsBranches: shows && sessionId !== null })
    return shows && sessionId !== null ? loadWays(sessionId) : Promise.resolve()
  }
  const view: Pick<StoreApi<SessionState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  const ways = { show: finder(store, loadOlder), settled: settling(store), places: noPlaces() }
  return { store: view, open, receive, loadOlder: () => loadOlder(), ...ways, showBranches, retry }
}

/** Creates the reading positions, kept while this window is open. */
const noPlaces = () => new Map<SessionId, ReadingPlace>()

/** Waits until no session is on its way any more. */
function settling(store: StoreApi<SessionState>): () => Promise<void> {
  return () =>
    new Promise((resolve) => {
      if (store.getState().opening === null) return resolve()
      const undo = store.subscribe(({ opening }) => {
        if (opening !== null) return
        undo()
        resolve()
      })
    })
}

function leafOf({ path }: SessionState): EventId | null {
  return path.at(-1)?.id ?? null
}

/** Events loaded per step on the way to a distant event. */
const LEAP = 500

function olderLoader(store: StoreApi<SessionState>, api: Api) {
  let loading: { readonly before: string; readonly done: Promise<void> } | null = null

  async function load(sessionId: SessionId, before: EventId, limit: number): Promise<void> {
    const page = await api.call('session.page', { sessionId, before, limit })
    store.setState((state) => (state.path[0]?.id === before ? paged(state, page) : state), true)
  }

  /** Loads the page before the oldest event that is here. Asking twice asks once. */
  return async function loadOlder(limit = PAGE): Promise<void> {
    const { sessionId, path, hasOlder } = store.getState()
    const first = path[0]
    if (sessionId === null || first === undefined || !hasOlder) return
    if (loading?.before === first.id) return loading.done
    const mine = { before: first.id, done: load(sessionId, first.id, limit) }
    loading = mine
    try {
      await mine.done
    } finally {
      if (loading === mine) loading = null
    }
  }
}

function finder(store: StoreApi<SessionState>, loadOlder: (limit: number) => Promise<void>) {
  const isHere = (eventId: EventId) => store.getState().path.some((event) => event.id === eventId)

  /** Brings an event of the visible branch into sight, where the words stand in it. False when it is not on it. */
  return async function show(eventId: EventId, words = ''): Promise<boolean> {
    const { sessionId } = store.getState()
    while (!isHere(eventId) && store.getState().hasOlder) {
      const oldest = store.getState().path[0]?.id
      await loadOlder(LEAP)
      const after = store.getState()
      if (after.sessionId !== sessionId || after.path[0]?.id === oldest) break
    }
    if (store.getState().sessionId !== sessionId || !isHere(eventId)) return false
    store.setState({ sought: { eventId, words } })
    return true
  }
}
