import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent, SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Queue } from '../runs/queue.ts'
import type { Sessions } from '../runs/sessions.ts'
import type { Supervisor } from '../runs/supervisor.ts'
import type { PriorAnswers } from '../runs/tool-group.ts'
import { type Activity, heard } from './activity.ts'
import type { Asked } from './begin-agent.ts'
import { SCRIPT_AGENT } from './builtin.ts'
import type { Child, ChildSetting, ChildTask, Wanted } from './child-task.ts'
import { type LaunchDeps, launchAgent, promptEvent } from './launch-agent.ts'
import { keepPatient, type LiveAgents } from './live-agents.ts'
import { waitingRunOf } from './newest-run.ts'
import { checkDepth, type OpenChildDeps, openChild } from './open-child.ts'
import { checkFork } from './open-fork.ts'
import { type GoingOn, resumed, type Settle } from './resume-child.ts'

export type ChildrenDeps = LaunchDeps &
  Omit<OpenChildDeps, 'sessions'> & {
    readonly sessions: Pick<Sessions, 'create' | 'get' | 'update'>
    readonly supervisor: Pick<Supervisor, 'start' | 'adopt' | 'cancel'>
    readonly queue: Pick<Queue, 'add'>
    /** Hears the events of every session. */
    readonly subscribe: (
      listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
    ) => () => void
    /** Settles who works for a session. Throws an `AppError`, worded for the model, when nobody can. */
    readonly settle: Settle
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
    launchAgent(deps, live, { sessionId, setting, asked })

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
    return launchAgent(deps, live, { sessionId, setting, asked: { ...asked, waited } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await deps.supervisor.cancel(sessionId, runId, error.message)
    deps.changed(sessionId)
    return null
  }
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

function wantedBy({ fork, agentId, teammate }: ChildTask): Wanted {
  const isTeammate = teammate !== undefined
  return fork ? { fork: true } : { fork: false, agentId: agentId ?? SCRIPT_AGENT, isTeammate }
}
