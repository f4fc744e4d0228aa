import type { AUDIT_CALLS } from '#shared/ipc/calls/audit-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ShellPort } from '../app-port.ts'
import type { AuditRows } from '../diagnostics/audit/rows.ts'

type Rooms = {
  readonly audit: Pick<AuditRows, 'page' | 'count'>
  readonly shell: Pick<ShellPort, 'pickSaveFile'>
  /** Writes the file whole or not at all, and answers with its name. */
  readonly write: (path: string, text: string) => Promise<string>
}

/** Creates the handlers for the audit trail. */
export function createAuditHandlers({
  audit,
  shell,
  write,
}: Rooms): Pick<Handlers, keyof typeof AUDIT_CALLS> {
  return {
    'audit.list': ({ group, before, limit }) => ({
      entries: audit.page(group, before, limit),
      total: audit.count(group),
    }),
    'audit.export': async ({ group }, { windowId }) => {
      const path = await shell.pickSaveFile(windowId, 'orrery-audit.jsonl')
      if (path === null) return null
      const entries = audit.page(group, null, Number.MAX_SAFE_INTEGER)
      const lines = entries.map(
        (entry) => `${JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() })}\n`,
      )
      return { fileName: await write(path, lines.join('')) }
    },
  }
}
