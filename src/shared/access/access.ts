import type { AuditEntry } from '../audit/audit.ts'
import type { ProjectId } from '../ids.ts'

/** The kinds of ways in: programs that may start, and places that listen. In the order of the list. */
export const ACCESS_KINDS = [
  'project',
  'server',
  'mcp',
  'plugin',
  'hook',
  'trigger',
  'terminal',
  'port',
  'signIn',
  'socket',
  'webhooks',
] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** One way in, with its state. `asks`: it runs once the person allows it as it is now. */
export type AccessEntry = {
  readonly kind: AccessKind
  /** Names it in the call that closes it. */
  readonly id: string
  /** A name that a person, a project or a server gave. */
  readonly name: string
  /** Its command, folder or address. */
  readonly detail: string
  readonly projectId: ProjectId | null
  /** The name of its project; null for none. */
  readonly project: string | null
  readonly state: 'open' | 'asks' | 'closed'
  /** The newest act of the audit trail that opened it; null where none is kept. */
  readonly opened: Pick<AuditEntry, 'at' | 'by'> | null
}

/** The ways in, and what could not be read. */
export type AccessList = {
  readonly entries: readonly AccessEntry[]
  /** The kinds of which some could not be listed. */
  readonly missing: readonly AccessKind[]
}
