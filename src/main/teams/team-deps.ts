import type { TeamId } from '#shared/ids.ts'
import type { TeamFact } from '#shared/team/team-fact.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Board } from './board.ts'
import type { ChangeSignal } from './change-signal.ts'
import type { Mailbox } from './mailbox.ts'
import type { TeamRows } from './team-rows.ts'
import type { TeamRuns } from './team-runs.ts'

/** Shared dependencies of the team modules. */
export type TeamDeps = {
  readonly rows: TeamRows
  readonly board: Board
  readonly mailbox: Mailbox
  /** Joined later than teams are made. */
  readonly teamRuns: () => TeamRuns
  readonly clock: Pick<Clock, 'now'>
  readonly changes: Pick<ChangeSignal, 'next'>
  readonly newId: NewId
  /** Hears of what happened once it is stored. */
  readonly told: (fact: TeamFact) => void
  readonly changed: (teamId: TeamId) => void
  /** False while the person has switched teams off: no teammate gets new work. */
  readonly isOn: () => boolean
  readonly report: (error: unknown) => void
}
