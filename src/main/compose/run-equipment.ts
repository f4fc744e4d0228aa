import type { Equipment } from './open-equipment.ts'

/** What runs are equipped with. */
export type RunEquipment = Pick<
  Equipment,
  | 'forChats'
  | 'forCoordinators'
  | 'teams'
  | 'findingIn'
  | 'toldAs'
  | 'allowsBackground'
  | 'endedBefore'
  | 'checkpoints'
  | 'paths'
>
