import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent, SessionEvent } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Queue } from '../runs/queue.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { Sessions } from '../runs/sessions.ts'
import type { Supervisor } from '../runs/supervisor.ts'
import type { PriorAnswers } from '../runs/tool-group.ts'
import { type Activity, heard, NO_ACTIVITY } from './activity.ts'
import { SCRIPT_AGENT } from './builtin.ts'
import { inItsPlace, type Patience, type PlaceDeps } from './child-place.ts'
import type { Child, ChildSetting, ChildTask, StepOf, Wanted } from './child-task.ts'
import { depthOf } from './employer.ts'
import { keepPatient, type LiveAgent, type LiveAgents } from './live-agents.ts'
import { waitingRunOf } from './newest-run.ts'
import { checkDepth, type OpenChildDeps, openChild } from './open-child.ts'
import { checkFork } from './open-fork.ts'
import { contextIn, type GoingOn, resumed, type Settle } from './resume-child.ts'
import { SECOND_TRY, withSecondTry } from './second-try.ts'

export type ChildrenDeps = PlaceDeps &
  Omit<OpenChildDeps, 'sessions'> & {
    readonly log: RunLog
    readonly sessions: Pick<Sessions, 'create' | 'get' | 'update'>
    readonly supervisor: Pick<Supervisor, 'start' | 'adopt' | 'cancel'>
    readonly queue: Pick<Queue, 'add'>
    /** Hears the events of every session. */
    readonly subscribe: (
      listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
    ) => () => void
    /** Settles who works for a session. Throws an `AppError`, worded for the model, when nobody can. */
    readonly settle: Settle
    /** The line of an agent looks different. */
    readonly changed: (sessionId: SessionId) => void
    /** An agent nobody waits for has ended. */
    readonly ended: (sessionId: SessionId, run: RunRecord) => void
  }

/** Starts agents that work for a chat or for another agent: each a run with a log of its own. */
export function createChildren(deps: ChildrenDeps) {
  const { log, sessions } = deps
  const live: LiveAgents = new Map()

  // Who waits for the person since before the app was closed has no inside until they have answered.
  const isAtWork = (sessionId: SessionId): boolean =>
    live.has(sessionId) || waitingRunOf(log, sessionId) !== null

  const unsubscribe = deps.subscribe((sessionId, events) => listen(deps, live, sessionId, events))

  const launch = (sessionId: SessionId, setting: ChildSetting, asked: Asked): Child =>
    launched(deps, live, { sessionId, setting, asked })

  const goOn = async (sessionId: SessionId, words: GoingOn): Promise<Child> => {
    const { setting, asked } = await resumed(deps, sessionId, words)
    return launch(sessionId, setting, asked)
  }

  return {
    /** Starts an agent in a log of its own. Throws an `AppError`, worded for the model, when it may not be. */
    start: async (task: ChildTask, signal: AbortSignal): Promise<Child> => {
      const employer = sessions.get(task.employer.sessionId)
      checkDepth(log, employer)
      if (task.fork) checkFork(employer, { agent: task.agentId !== null })
      const setting = await deps.settle(wantedBy(task), employer, task.employer.runId)
      const sessionId = await openChild(deps, employer, task, setting)
      signal.throwIfAborted()
      const { prompt, background, hardMs, before = [] } = task
      const first = [...before, ...(setting.first ?? []), promptEvent(prompt)]
      const step = task.step === undefined ? {} : { step: task.step }
      const employerRun = task.employer.runId
      return launch(sessionId, setting, { first, background, hardMs, employerRun, ...step })
    },
    /** Lets one that has ended go on in the background with what these events say. Nothing when it works. */
    wake: async (sessionId: SessionId, first: readonly NewDurableEvent[]): Promise<void> => {
      if (!isAtWork(sessionId)) await goOn(sessionId, { first, background: true })
    },
    /**
     * Says something to an agent. One that works hears it with its next request; one that has ended goes on from where
     * it stood, with everything it knew. Null when it was told.
     */
    tell: async (sessionId: SessionId, words: Words): Promise<Child | null> => {
      if (isAtWork(sessionId)) {
        deps.queue.add(sessionId, 'steer', words.prompt)
        return null
      }
      const { prompt, ...more } = words
      return goOn(sessionId, { ...more, first: [promptEvent(prompt)] })
    },
    /** Nobody waits for this agent any more; its end will be told. False when it does not work. */
    toBackground: (sessionId: SessionId): boolean => {
      const child = live.get(sessionId)
      if (child === undefined || child.background) return false
      child.background = true
      sessions.update(sessionId, { background: true })
      child.move()
      deps.changed(sessionId)
      return true
    },
    /** Stops an agent and all that work for it. Harmless when it has ended. Resolves when it has. */
    stop: async (sessionId: SessionId, reason: string): Promise<void> => {
      const child = live.get(sessionId)
      child?.stop(AppError.cancelled(reason))
      await child?.done
      const waiting = child === undefined ? waitingRunOf(log, sessionId) : null
      if (waiting === null) return
      await deps.supervisor.cancel(sessionId, waiting.runId, reason)
      deps.changed(sessionId)
    },
    isAtWork,
    /**
     * Lets one go on that the person has answered after the app was closed. In the background nobody waits for it any
     * more. Null when it cannot: it is stopped then.
     */
    takeUp: (waited: RunRecord, prior: PriorAnswers, background: boolean): Promise<Child | null> =>
      takenUp(deps, live, waited, { first: [], background, prior }),
    /** The sessions of all that are at work now, for whichever chat. */
    atWork: (): readonly SessionId[] => [...live.keys()],
    /** Who works in a log at this moment; null for nobody. */
    at: (sessionId: SessionId): Child | null => live.get(sessionId) ?? null,
    /** What an agent does at this moment; null when it does not work. */
    activityOf: (sessionId: SessionId): { readonly activity: Activity; readonly queued: boolean } | null =>
      live.get(sessionId) ?? null,
    close: unsubscribe,
  }
}

export type Children = ReturnType<typeof createChildren>

async function takenUp(
  deps: ChildrenDeps,
  live: LiveAgents,
  waited: RunRecord,
  words: GoingOn,
): Promise<Child | null> {
  const { sessionId, runId } = waited
  try {
    const { setting, asked } = await resumed(deps, sessionId, words)
    return launched(deps, live, { sessionId, setting, asked: { ...asked, waited } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await deps.supervisor.cancel(sessionId, runId, error.message)
    deps.changed(sessionId)
    return null
  }
}

/** An agent at work, with its second try. Its end is told once, when neither works any more. */
function launched(deps: ChildrenDeps, live: LiveAgents, beginning: Beginning): Child {
  const { sessionId, asked } = beginning
  let at = begin(deps, live, beginning)
  deps.changed(sessionId)
  const leave = (): void => {
    if (live.get(sessionId) === at) live.delete(sessionId)
    deps.changed(sessionId)
  }
  const child = withSecondTry(at, () => {
    leave()
    const { waited: _over, ...anew } = asked
    const again = { ...anew, background: at.background, first: [promptEvent(SECOND_TRY)] }
    at = begin(deps, live, { ...beginning, asked: again })
    deps.changed(sessionId)
    return at
  })
  child.done
    .then((run) => {
      leave()
      if (at.background && isTerminal(run.status)) deps.ended(sessionId, run)
    })
    .catch(() => deps.changed(sessionId))
  return child
}

/** Follows what is heard of an agent. */
function listen(
  deps: ChildrenDeps,
  live: LiveAgents,
  sessionId: SessionId,
  events: readonly SessionEvent[],
): void {
  const child = live.get(sessionId)
  if (child === undefined) return
  const before = child.activity
  child.activity = events.reduce(heard, before)
  keepPatient(live, child)
  if (child.activity !== before) deps.changed(sessionId)
}

type Words = Omit<GoingOn, 'first'> & { readonly prompt: string }

type Asked = {
  readonly first: readonly NewDurableEvent[]
  readonly background: boolean
  readonly hardMs: number
  readonly employerRun: RunId
  readonly step?: StepOf
  /** The run that goes on instead of a new one. */
  readonly waited?: RunRecord
}

type Beginning = {
  readonly sessionId: SessionId
  readonly setting: ChildSetting
  readonly asked: Asked
}

/** The run and what is known of it, among the live ones before its inside does anything but wait. */
function begin(deps: ChildrenDeps, live: LiveAgents, { sessionId, setting, asked }: Beginning): LiveAgent {
  const { log, sessions, supervisor } = deps
  const session = sessions.get(sessionId)
  const stopper = new AbortController()
  let move = () => {}
  const moved = new Promise<void>((resolve) => {
    move = resolve
  })
  let child: LiveAgent | null = null
  const stop = (reason: unknown) => stopper.abort(reason)
  const began = (patience: Patience): void => {
    if (child === null) return
    child.queued = false
    child.patience = patience
    deps.changed(sessionId)
  }
  const work = inItsPlace(deps, setting.work, {
    ...{ hardMs: asked.hardMs, stop, began },
    depth: depthOf(log, session),
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
          },
          first: asked.first,
          parentSignal: stopper.signal,
          work,
        })
      : { runId: asked.waited.runId, done: supervisor.adopt(asked.waited, work, stopper.signal) }
  child = {
    ...{ sessionId, runId, done, moved, move, stop, agentId: setting.agentId },
    tools: () => child?.activity.tools ?? 0,
    parentSessionId: session.parentSessionId,
    activity: NO_ACTIVITY,
    queued: true,
    background: asked.background,
    patience: null,
  }
  live.set(sessionId, child)
  return child
}

function wantedBy({ fork, agentId, teammate }: ChildTask): Wanted {
  const isTeammate = teammate !== undefined
  return fork ? { fork: true } : { fork: false, agentId: agentId ?? SCRIPT_AGENT, isTeammate }
}

function promptEvent(prompt: string): NewDurableEvent {
  return { kind: 'message', payload: { message: { role: 'user', parts: [{ t: 'text', text: prompt }] } } }
}
