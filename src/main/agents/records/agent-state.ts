import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionEvent } from '#shared/events/event.ts'
import { type Activity, heard, NO_ACTIVITY } from './activity.ts'
import type { Patience } from './child-place.ts'

/** Data of every life state of an agent. */
type Always = {
  readonly activity: Activity
  /** Whether its parent continues without it and gets a completion notice. */
  readonly inBackground: boolean
  /** Whether it hung once already and was started again. */
  readonly isSecondTry: boolean
}

/** The time limits of a run and its silence. Null until it has its slot. */
type Timed = { readonly limits: Patience | null; readonly quiet: AgentRun['quiet'] }

/** Waits for a slot. */
type Queued = Always & { readonly state: 'queued' }
type Running = Always & Timed & { readonly state: 'running' }
/** Waits for an answer of the person. */
type Waiting = Always & Timed & { readonly state: 'waiting' }
/**
 * After `stop` the agent takes in nothing more; its run may take a moment to end. Otherwise the run has ended: `retry`
 * starts the agent again because it hung, `messages` because a message arrived in its last moment.
 */
type Ending = Always & Timed & { readonly state: 'ending'; readonly then: 'stop' | 'retry' | 'messages' }
type Ended = Always & { readonly state: 'ended' }

/** The state of an agent between its start and its end. Only `next` derives one from another. */
export type AgentState = Queued | Running | Waiting | Ending | Ended

/** Something that happens to an agent. */
export type AgentFact =
  /** The run has a slot and works from now on. */
  | { readonly kind: 'slotTaken'; readonly limits: Patience }
  /** Events of its log. */
  | { readonly kind: 'heard'; readonly events: readonly SessionEvent[] }
  /** It has been silent for long, or is heard of again. */
  | { readonly kind: 'quiet'; readonly quiet: AgentRun['quiet'] }
  /** Its parent no longer waits for it. */
  | { readonly kind: 'sentToBackground' }
  /** The person, its parent or its time limit stops it. */
  | { readonly kind: 'stopped' }
  /** Its run is over. */
  | { readonly kind: 'runEnded'; readonly isHung: boolean; readonly hasMessages: boolean }
  /** Another run of the same agent has been started. */
  | { readonly kind: 'restarted'; readonly waits: boolean }
  /** Nothing follows its last run. */
  | { readonly kind: 'closed' }

/** Returns the life of an agent whose first run has just been started. `waits` is for a slot. */
export function newLife(inBackground: boolean, waits: boolean): AgentState {
  return begun({ activity: NO_ACTIVITY, inBackground, isSecondTry: false }, waits)
}

/** Returns the life after a fact; the same object when the fact changes nothing. */
export function next(life: AgentState, fact: AgentFact): AgentState {
  if (life.state === 'ended') return life
  switch (fact.kind) {
    case 'heard':
      return afterEvents(life, fact.events)
    case 'sentToBackground':
      return life.inBackground ? life : { ...life, inBackground: true }
    case 'slotTaken':
      return life.state === 'queued' || life.state === 'running'
        ? worked({ ...always(life), limits: fact.limits, quiet: null })
        : 'limits' in life
          ? { ...life, limits: fact.limits }
          : life
    case 'quiet':
      return life.state === 'queued' || life.quiet === fact.quiet ? life : { ...life, quiet: fact.quiet }
    case 'stopped':
      return life.state === 'ending' && life.then === 'stop' ? life : ending(life, 'stop')
    case 'runEnded':
      return afterRun(life, fact)
    case 'restarted':
      return life.state === 'ending' && life.then !== 'stop'
        ? begun(
            {
              ...always(life),
              activity: NO_ACTIVITY,
              isSecondTry: life.isSecondTry || life.then === 'retry',
            },
            fact.waits,
          )
        : life
    case 'closed':
      return { ...always(life), state: 'ended' }
  }
}

/** Whether the agent was stopped, and takes in nothing more. */
export function isStopped(life: AgentState): boolean {
  return life.state === 'ended' || (life.state === 'ending' && life.then === 'stop')
}

/** Whether the agent waits for a slot or for the person, so that no time limit may count. */
export function isHeldUp(life: AgentState): boolean {
  return life.state === 'queued' || life.state === 'waiting'
}

function afterEvents(life: Exclude<AgentState, Ended>, events: readonly SessionEvent[]): AgentState {
  const activity = events.reduce(heard, life.activity)
  if (activity === life.activity) return life
  return life.state === 'running' || life.state === 'waiting'
    ? worked({ ...life, activity })
    : { ...life, activity }
}

function afterRun(
  life: Exclude<AgentState, Ended>,
  { isHung, hasMessages }: Extract<AgentFact, { kind: 'runEnded' }>,
): AgentState {
  if (isStopped(life)) return { ...always(life), state: 'ended' }
  // Its run is over already.
  if (life.state === 'ending') return life
  if (hasMessages) return ending(life, 'messages')
  if (isHung && !life.isSecondTry) return ending(life, 'retry')
  return { ...always(life), state: 'ended' }
}

function begun(shared: Always, waits: boolean): AgentState {
  return waits ? { ...shared, state: 'queued' } : { ...shared, state: 'running', limits: null, quiet: null }
}

/** Running or waiting, by what the agent asks the person. */
function worked(life: Always & Timed): Running | Waiting {
  const { limits, quiet } = life
  return { ...always(life), limits, quiet, state: life.activity.asks > 0 ? 'waiting' : 'running' }
}

/** A run that has ended has no time to measure any more. */
function ending(life: Exclude<AgentState, Ended>, then: Ending['then']): Ending {
  const timed = life.state === 'queued' || then !== 'stop' ? null : life
  return {
    ...always(life),
    state: 'ending',
    then,
    limits: timed?.limits ?? null,
    quiet: timed?.quiet ?? null,
  }
}

function always({ activity, inBackground, isSecondTry }: Always): Always {
  return { activity, inBackground, isSecondTry }
}
