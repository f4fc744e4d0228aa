import { z } from 'zod'
import { AUDIT_GROUPS, type AuditEntry } from '../../audit/audit.ts'
import { call } from '../call.ts'

const Group = z.enum(AUDIT_GROUPS).nullable()

export const AUDIT_CALLS = {
  /** The acts of a group, newest first; null for all groups. `before` is the id of the oldest known act. */
  'audit.list': call<{ readonly entries: readonly AuditEntry[]; readonly total: number }>()(() =>
    z.strictObject({
      group: Group,
      before: z.number().int().positive().nullable(),
      limit: z.number().int().min(1).max(200),
    }),
  ),
  /** Writes the acts of a group as JSON lines into a file chosen in a dialog of main. Null: the person cancelled. */
  'audit.export': call<{ readonly fileName: string } | null>()(() => z.strictObject({ group: Group })),
} as const
