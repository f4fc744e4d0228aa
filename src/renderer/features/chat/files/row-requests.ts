import type { CheckpointDirection, CheckpointScope } from '#shared/checkpoint/checkpoint.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { FileRow } from './file-rows.ts'
import type { LookRequest, RestoreRequest } from './files-request.ts'

const WHOLE: CheckpointScope = { of: 'session' }

type Place = { readonly sessionId: SessionId; readonly t: Text }

/** Returns the request of Enter on a row: the change to a file; null for other rows. */
export function lookAt(row: FileRow, sessionId: SessionId): LookRequest | null {
  if (row.kind !== 'file') return null
  const { file, path: name, state } = row
  return { what: 'look', sessionId, name, file, scope: scopeOf(row), isUndone: state === 'undone' }
}

/** Returns the restore request of a row. A run can be extended to everything since. */
export function restoring(
  row: FileRow,
  direction: CheckpointDirection,
  { sessionId, t }: Place,
): RestoreRequest {
  const common = { what: 'restore', sessionId, direction, scope: scopeOf(row), together: null } as const
  if (row.kind === 'file') return { ...common, name: row.path, files: [row.file], after: null }
  if (row.kind === 'kept') return { ...common, name: t('files.everything'), files: null, after: null }
  const { eventId, text } = row.run
  const after = eventId === null ? null : ({ of: 'after', eventId } as const)
  return { ...common, name: text || t('files.thisRun'), files: null, after }
}

function scopeOf(row: FileRow): CheckpointScope {
  if (row.kind === 'kept') return { of: 'kept', versionId: row.versionId }
  return row.run === null ? WHOLE : { of: 'run', runId: row.run.runId }
}
