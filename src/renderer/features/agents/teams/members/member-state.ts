import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Member } from '#shared/team/team.ts'
import type { MarkState } from '../../../../ui/controls/Mark.tsx'

/** The displayed state of a teammate, from its stored state and its newest run. */
export type MemberMood =
  | 'working'
  | 'queued'
  | 'asking'
  | 'paused'
  | 'resting'
  | 'stopping'
  | 'cutOff'
  | 'left'

/** Returns the displayed state of a teammate. Without an active run it is idle. */
export function moodOf({ state }: Pick<Member, 'state'>, run: Pick<AgentRun, 'state'> | null): MemberMood {
  if (state === 'left') return 'left'
  if (state === 'dead') return 'cutOff'
  // A question comes first, because nothing else happens until the person answers.
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

/** Whether a teammate has a running or waiting run. */
export function isAtWorkIn(mood: MemberMood): boolean {
  return mood === 'working' || mood === 'queued' || mood === 'asking' || mood === 'stopping'
}
