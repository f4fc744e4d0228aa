import type { NewDurableEvent, SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { Supervisor } from '../../runs/run/supervisor.ts'
import { SCRIPT_AGENT } from '../definitions/builtin.ts'
import type { AgentState } from '../records/agent-state.ts'
import type { Child, ChildTask, Wanted } from '../records/child-task.ts'
import { keepPatient, type LiveAgents } from '../records/live-agents.ts'
import { type AgentMessageDeps, createAgentMessages } from './agent-messages.ts'
import type { LaunchDeps } from './launch-agent.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import {
  checkDepth,
  type OpenChildDeps,
  type OpenWorktreeDeps,
  type OwnPlace,
  openChild,
  openOwnPlace,
} from './open-child.ts'
import { checkFork } from './open-fork.ts'
import { promptEvent } from './prompt-event.ts'
import { createResumeAgent } from './resume-agent.ts'
import type { Settle } from './resume-child.ts'
import { createStopAgents } from './stop-agents.ts'

export type ChildrenDeps = LaunchDeps &
  Omit<AgentMessageDeps, 'sessions'> &
  Omit<OpenChildDeps, 'sessions'> &
  Omit<OpenWorktreeDeps, 'worktrees'> & {
    readonly worktrees: OpenWorktreeDeps['worktrees'] & {
      /** Removes the worktree of an agent that has ended, unless it holds work. */
      readonly ended: (sessionId: SessionId) => Promise<void>
    }
    readonly sessions: Pick<Sessions, 'create' | 'get' | 'update'>
    readonly supervisor: Pick<Supervisor, 'start' | 'adopt' | 'cancel' | 'bury'>
    /** The logs of the agents that runs of a session have started. */
    readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
    /** Hears the events of every session. */
    readonly subscribe: (
      listener: (sessionId: SessionId, events: readonly SessionEvent[]) => void,
    ) => () => void
    /** Chooses the agent for a session. Throws an `AppError`, worded for the model, when none fits. */
    readonly settle: Settle
  }

/** Starts agents that work for a chat or for another agent: each a run with a log of its own. */
export function createChildren(deps: ChildrenDeps) {
  const { log, sessions } = deps
  const live: LiveAgents = new Map()
  const begun = createOneAtATime()
  const { launch, goOn, resumeAnswered, isAtWork } = createResumeAgent(deps, live, begun)
  const { stop, stopAlone } = createStopAgents(deps, live, begun)
  const unsubscribe = deps.subscribe((sessionId, events) =>
    live.get(sessionId)?.apply({ kind: 'heard', events }),
  )

  return {
    /** Starts an agent in a log of its own. Throws an `AppError`, worded for the model, when it may not be. */
    start: async (task: ChildTask, signal: AbortSignal): Promise<Child> => {
      const parent = sessions.get(task.parent.sessionId)
      checkDepth(log, parent)
      if (task.fork) checkFork(parent, { agent: task.agentId !== null })
      const setting = await deps.settle(wantedBy(task), parent, task.parent.runId)
      const own = await openOwnPlace(deps, parent, task, signal)
      const sessionId = await openChild(deps, parent, task, setting, own)
      signal.throwIfAborted()
      const { prompt, by = 'employer', background, hardMs, before = [] } = task
      const first = [...before, ...placeEvents(own), ...(setting.first ?? []), promptEvent(prompt, by)]
      const step = task.step === undefined ? {} : { step: task.step }
      const parentRun = task.parent.runId
      const asked = { first, background, hardMs, parentRun, ...step }
      const child = launch({ sessionId, setting, asked })
      if (own !== null && task.teammate === undefined)
        void child.done.then(() => deps.worktrees.ended(sessionId))
      return child
    },
    /** Resumes an ended agent in the background with these events. Does nothing while it runs. */
    wake: async (sessionId: SessionId, first: readonly NewDurableEvent[]): Promise<void> => {
      await goOn(sessionId, { first, background: true }, () => {})
    },
    ...createAgentMessages(deps, goOn),
    /**
     * Moves an agent to the background, so that its end is reported. Returns false when it is not running.
     */
    toBackground: (sessionId: SessionId): boolean => {
      const child = live.get(sessionId)
      if (child === undefined || child.life().inBackground) return false
      child.apply({ kind: 'sentToBackground' })
      sessions.update(sessionId, { background: true })
      // The former waiting parent has time limits again, even while the agent asks the person.
      const waited = child.parent === null ? undefined : live.get(child.parent)
      if (waited !== undefined) keepPatient(live, waited)
      child.move()
      deps.changed(sessionId)
      return true
    },
    stop,
    stopAlone,
    isAtWork,
    resumeAnswered,
    /** Returns the sessions of all running agents of all chats, without queued ones. */
    atWork: (): readonly SessionId[] =>
      [...live].flatMap(([id, { life }]) => (life().state === 'queued' ? [] : [id])),
    /** Returns the agent running in a log, or null. */
    at: (sessionId: SessionId): Child | null => live.get(sessionId)?.whole ?? null,
    /** Returns the life state of an agent; null when it is not running. */
    lifeOf: (sessionId: SessionId): AgentState | null => live.get(sessionId)?.life() ?? null,
    close: unsubscribe,
  }
}

export type Children = ReturnType<typeof createChildren>

const placeEvents = (own: OwnPlace | null): NewDurableEvent[] =>
  own === null ? [] : [{ kind: 'harness.item', payload: own.item }]

function wantedBy({ fork, agentId, teammate, model }: ChildTask): Wanted {
  if (fork) return { fork: true }
  const named = model === undefined ? {} : { model }
  return { fork: false, agentId: agentId ?? SCRIPT_AGENT, isTeammate: teammate !== undefined, ...named }
}
