import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SessionId } from '#shared/ids.ts'
import { type Api, problemOf } from '../../api.ts'
import { createAttachGate, type EventBatch, type SessionMessage } from '../attach-gate.ts'
import { attachedRun, followedRuns, NO_WORKFLOW, type WorkflowState } from './workflow-state.ts'

type Deps = {
  readonly api: Api
  readonly after: (ms: number, run: () => void) => void
  readonly report: (error: unknown) => void
}

export type WorkflowStore = ReturnType<typeof createWorkflowStore>

/** Events come up to 200 times a second; they are folded together so that the window draws once a frame. */
const FRAME_MS = 16
/**
 * Update interval of large runs: ten times a second, because a thousand changing rows are unreadable anyway.
 */
const MANY_AGENTS = 200
const MANY_MS = 100

/** Follows one workflow run. */
export function createWorkflowStore({ api, after, report }: Deps) {
  const store = createStore<WorkflowState>(() => NO_WORKFLOW)
  const gate = createAttachGate()
  let collected: EventBatch[] = []
  let waiting = false

  async function attach(sessionId: SessionId): Promise<void> {
    const turn = gate.enter(sessionId)
    try {
      const reply = await api.call('session.attach', { sessionId, tail: 1 })
      if (!gate.isCurrent(turn)) return
      collected = []
      store.setState(attachedRun(sessionId, reply), true)
      for (const batch of gate.leave(turn)) receive(batch)
    } catch (error) {
      if (!gate.isCurrent(turn)) return
      gate.leave(turn)
      store.setState({ opening: null, problem: problemOf(error) })
    }
  }

  /** Shows another run, or none. What was shown stays until the answer is here. */
  async function open(sessionId: SessionId | null): Promise<void> {
    const { sessionId: shown, opening, problem } = store.getState()
    if (sessionId === (opening ?? shown) && problem === null) return
    if (shown !== null && shown !== sessionId) {
      api.call('session.detach', { sessionId: shown }).catch(report)
    }
    gate.reset()
    collected = []
    if (sessionId === null) return store.setState(NO_WORKFLOW, true)
    store.setState({ opening: sessionId, problem: null })
    await attach(sessionId)
  }

  function foldCollected(): void {
    waiting = false
    const before = store.getState()
    const batches = collected
    collected = []
    const { state, joins } = followedRuns(before, batches)
    if (state.sessionId === null || (state === before && joins)) return
    store.setState(state, true)
    if (!joins) {
      heal(state.sessionId)
      return
    }
    gate.healed()
    api.call('session.ack', { sessionId: state.sessionId, seq: state.seq }).catch(report)
  }

  function heal(sessionId: SessionId): void {
    if (gate.mayHeal()) attach(sessionId).catch(report)
    else store.setState({ problem: problemOf(new Error('The events do not join.')) })
  }

  /** Follows what main pushed, a frame at a time. */
  function receive(message: SessionMessage): void {
    if (gate.holds(message) || message.sessionId !== store.getState().sessionId) return
    if (message.t === 'resync') {
      heal(message.sessionId)
      return
    }
    collected.push(message)
    if (waiting) return
    waiting = true
    const many = (store.getState().view?.agents.length ?? 0) > MANY_AGENTS
    after(many ? MANY_MS : FRAME_MS, foldCollected)
  }

  const retry = () => {
    const { opening, sessionId } = store.getState()
    const target = opening ?? sessionId
    return target === null ? Promise.resolve() : attach(target)
  }
  const view: Pick<StoreApi<WorkflowState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, open, receive, retry }
}
