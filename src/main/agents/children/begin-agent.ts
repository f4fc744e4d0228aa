import type { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { isSignOfLife } from '#shared/events/sign-of-life.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { CallRef } from '#shared/run/call-ref.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Supervisor, Work } from '../../runs/run/supervisor.ts'
import { type AgentFact, type AgentState, isHeldUp, newLife, next } from '../records/agent-state.ts'
import { inItsPlace, type PlaceDeps } from '../records/child-place.ts'
import type { ChildSetting, StepOf } from '../records/child-task.ts'
import { keepPatient, type LiveAgent, type LiveAgents } from '../records/live-agents.ts'
import { depthOf } from '../records/parent.ts'
import { contextIn } from './resume-child.ts'

export type BeginDeps = PlaceDeps & {
  readonly log: RunLog
  readonly sessions: Pick<Sessions, 'get'>
  readonly supervisor: Pick<Supervisor, 'start' | 'adopt'>
  /** The line of an agent looks different. */
  readonly changed: (sessionId: SessionId) => void
}

/** With what an agent begins, and for whom. */
export type Asked = {
  readonly first: readonly NewDurableEvent[]
  readonly background: boolean
  readonly hardMs: number
  readonly parentRun: RunId
  /** The call that resumes an agent with earlier work. */
  readonly call?: CallRef
  readonly step?: StepOf
  /** The run to resume instead of starting a new one. */
  readonly waited?: RunRecord
}

/** The agent to begin, with its setting and task. */
export type Beginning = {
  readonly sessionId: SessionId
  readonly setting: ChildSetting
  readonly asked: Asked
}

/**
 * Starts a run of an agent and registers it among the live ones. `before` is the life that the agent has led until now;
 * without it the agent is new.
 */
export function beginAgent(
  deps: BeginDeps,
  live: LiveAgents,
  { sessionId, setting, asked }: Beginning,
  before?: AgentState,
): LiveAgent {
  const { log, sessions } = deps
  const session = sessions.get(sessionId)
  const depth = depthOf(log, session)
  const waits = !deps.places.hasRoom(sessionId, depth)
  let life =
    before === undefined ? newLife(asked.background, waits) : next(before, { kind: 'restarted', waits })
  let child: LiveAgent | null = null
  const apply = (fact: AgentFact): void => {
    const was = life
    life = next(was, fact)
    if (child === null) return
    const isAlive = fact.kind === 'heard' && isSignOfLife(fact.events)
    // Parents that wait for it get their time limits back, or have them paused.
    if (isAlive || isHeldUp(was) !== isHeldUp(life)) keepPatient(live, child)
    if (life !== was) deps.changed(sessionId)
  }

  const stopper = new AbortController()
  const stop = (reason: unknown): void => {
    apply({ kind: 'stopped' })
    stopper.abort(reason)
  }
  // An agent that hung is started again, and then gets the messages that arrived in the meantime.
  const expired = (why: 'timeout' | 'idle', reason: AppError) =>
    why === 'idle' ? stopper.abort(reason) : stop(reason)
  const work = inItsPlace(deps, setting.work, {
    hardMs: asked.hardMs,
    expired,
    began: (limits) => apply({ kind: 'slotTaken', limits }),
    quiet: (quiet) => apply({ kind: 'quiet', quiet }),
    depth,
  })
  const { promise: moved, resolve: move } = openPromise()
  const { runId, done } = startRun(
    deps,
    { sessionId, setting, asked },
    { work, waits, signal: stopper.signal },
  )
  child = {
    sessionId,
    runId,
    done,
    moved,
    move,
    stop,
    agentId: setting.agentId,
    tools: () => life.activity.tools,
    parent: waitingParent(live, { session, depth }, asked.parentRun),
    life: () => life,
    apply,
    stopped: stopper.signal,
    over: done,
    whole: null,
  }
  live.set(sessionId, child)
  if (waits) keepPatient(live, child)
  return child
}

/** Starts a new run, or takes up the one that waited for an answer when the app was closed. */
function startRun(
  { log, sessions, supervisor }: BeginDeps,
  { sessionId, setting, asked }: Beginning,
  { work, waits, signal }: { readonly work: Work; readonly waits: boolean; readonly signal: AbortSignal },
) {
  const { waited, call } = asked
  if (waited !== undefined) return { runId: waited.runId, done: supervisor.adopt(waited, work, signal) }
  return supervisor.start({
    sessionId,
    spec: {
      kind: asked.background ? 'detached' : 'child',
      contextId: contextIn(log, sessions.get(sessionId)).id,
      agentId: setting.agentId,
      model: setting.model,
      parentRunId: asked.parentRun,
      ...asked.step,
      ...(call === undefined ? {} : { resumedBy: call }),
    },
    first: asked.first,
    parentSignal: signal,
    work,
    waits,
  })
}

function openPromise(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Returns the parent that waits: another agent than the one that started it may resume an agent. */
function waitingParent(
  live: LiveAgents,
  { session, depth }: { readonly session: SessionRecord; readonly depth: number },
  parentRun: RunId,
): SessionId | null {
  if (parentRun === session.parentRunId) return depth > 1 ? session.parentSessionId : null
  return [...live.values()].find(({ runId }) => runId === parentRun)?.sessionId ?? null
}
