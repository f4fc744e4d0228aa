import type { Equipment } from './open-equipment.ts'

/** The equipment of runs. */
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
  | 'problems'
  | 'paths'
  | 'mcpTools'
  | 'mcpChanges'
  | 'toolSearch'
  | 'attachedText'
>
