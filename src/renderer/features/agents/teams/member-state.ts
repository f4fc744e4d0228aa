import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Member } from '#shared/team/team.ts'
import type { MarkState } from '../../../ui/Mark.tsx'

/** What a teammate is in, as the person sees it: what is kept of it, and what its newest run does. */
export type MemberMood =
  | 'working'
  | 'queued'
  | 'asking'
  | 'paused'
  | 'resting'
  | 'stopping'
  | 'cutOff'
  | 'left'

/** Puts together where a teammate stands and what its run does. Without a run that works it rests. */
export function moodOf({ state }: Pick<Member, 'state'>, run: Pick<AgentRun, 'state'> | null): MemberMood {
  if (state === 'left') return 'left'
  if (state === 'dead') return 'cutOff'
  // What it asks comes first: until the person has answered, nothing else happens.
  if (run?.state === 'waiting') return 'asking'
  if (state === 'stopping') return 'stopping'
  switch (run?.state) {
    case 'running':
      return 'working'
    case 'queued':
      return 'queued'
    case 'paused':
      return 'paused'
    default:
      return 'resting'
  }
}

/** The shape of each. */
export const MOOD_MARKS: Readonly<Record<MemberMood, MarkState>> = {
  working: 'run',
  queued: 'pend',
  asking: 'wait',
  paused: 'limit',
  resting: 'pause',
  stopping: 'run',
  cutOff: 'fail',
  left: 'stop',
}

/** True while a run of it goes on, or waits. */
export function isAtWorkIn(mood: MemberMood): boolean {
  return mood === 'working' || mood === 'queued' || mood === 'asking' || mood === 'stopping'
}
