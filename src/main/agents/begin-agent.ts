import type { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { CallRef } from '#shared/run/call-ref.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { Sessions } from '../runs/sessions.ts'
import type { Supervisor } from '../runs/supervisor.ts'
import { NO_ACTIVITY } from './activity.ts'
import { inItsPlace, type PlaceDeps } from './child-place.ts'
import type { ChildSetting, StepOf } from './child-task.ts'
import { depthOf } from './employer.ts'
import { keepPatient, type LiveAgent, type LiveAgents } from './live-agents.ts'
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
  readonly employerRun: RunId
  /** The call that lets one go on that had worked before. */
  readonly call?: CallRef
  readonly step?: StepOf
  /** The run that goes on instead of a new one. */
  readonly waited?: RunRecord
}

/** Who begins with what. */
export type Beginning = {
  readonly sessionId: SessionId
  readonly setting: ChildSetting
  readonly asked: Asked
}

/** The run and what is known of it, among the live ones before its inside does anything but wait. */
export function beginAgent(
  deps: BeginDeps,
  live: LiveAgents,
  { sessionId, setting, asked }: Beginning,
): LiveAgent {
  const { log, sessions, supervisor } = deps
  const session = sessions.get(sessionId)
  const stopper = new AbortController()
  let move = () => {}
  const moved = new Promise<void>((resolve) => {
    move = resolve
  })
  let child: LiveAgent | null = null
  const stop = (reason: unknown) => {
    if (child !== null) child.isEnding = true
    stopper.abort(reason)
  }
  // One that hung is begun again, and hears then what is said to it meanwhile.
  const expired = (why: 'timeout' | 'idle', reason: AppError) =>
    why === 'idle' ? stopper.abort(reason) : stop(reason)
  const changed = (news: Partial<Pick<LiveAgent, 'queued' | 'patience' | 'quiet'>>): void => {
    if (child === null) return
    const waited = child.queued
    Object.assign(child, news)
    // Whoever waits for it has time limits again.
    if (waited && !child.queued) keepPatient(live, child)
    deps.changed(sessionId)
  }
  const depth = depthOf(log, session)
  const waits = !deps.places.hasRoom(sessionId, depth)
  const work = inItsPlace(deps, setting.work, {
    ...{ hardMs: asked.hardMs, expired },
    began: (patience) => changed({ queued: false, patience }),
    quiet: (quiet) => changed({ quiet }),
    depth,
  })
  const { runId, done } =
    asked.waited === undefined
      ? supervisor.start({
          sessionId,
          spec: {
            kind: asked.background ? 'detached' : 'child',
            contextId: contextIn(log, session).id,
            agentId: setting.agentId,
            model: setting.model,
            parentRunId: asked.employerRun,
            ...asked.step,
            ...(asked.call === undefined ? {} : { resumedBy: asked.call }),
          },
          first: asked.first,
          parentSignal: stopper.signal,
          ...{ work, waits },
        })
      : { runId: asked.waited.runId, done: supervisor.adopt(asked.waited, work, stopper.signal) }
  child = {
    ...{ sessionId, runId, done, moved, move, stop, agentId: setting.agentId },
    tools: () => child?.activity.tools ?? 0,
    employer: employerFor(live, { session, depth }, asked.employerRun),
    activity: NO_ACTIVITY,
    queued: waits,
    background: asked.background,
    patience: null,
    quiet: null,
    isEnding: false,
    ...{ stopped: stopper.signal, over: done },
    whole: null,
  }
  live.set(sessionId, child)
  if (waits) keepPatient(live, child)
  return child
}

/** One that was started by somebody else may be made to go on. */
function employerFor(
  live: LiveAgents,
  { session, depth }: { readonly session: SessionRecord; readonly depth: number },
  employerRun: RunId,
): SessionId | null {
  if (employerRun === session.parentRunId) return depth > 1 ? session.parentSessionId : null
  return [...live.values()].find(({ runId }) => runId === employerRun)?.sessionId ?? null
}
