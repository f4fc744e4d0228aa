import type { TriggerId } from '#shared/ids.ts'

/** A run of a project that has ended. */
export type EndedWork = {
  readonly kind: 'chat' | 'workflow'
  readonly id: string
  /** The name of a workflow, or the title of a chat. */
  readonly name: string
  readonly endedAt: number
  readonly isDone: boolean
  /** The triggers that led to it, oldest first. */
  readonly chain: readonly TriggerId[]
}
