import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DeviceId, ProjectId } from '#shared/ids.ts'
import { createSessionExport } from '../../../src/main/exports/export-session.ts'
import { createSessionImport } from '../../../src/main/exports/import-session.ts'
import type { ImportLocation } from '../../../src/main/exports/imported-session.ts'
import { createRedactor } from '../../../src/main/lib/redact.ts'
import { createBlobs } from '../../../src/main/log/blobs/blobs.ts'
import { titleOf } from '../../../src/main/runs/chats/title.ts'
import { openTestLog } from './open-log.ts'

export const PLACE: ImportLocation = {
  projectId: 'prj_00000009' as ProjectId,
  cwd: '/home/lin/中文 project',
  deviceId: 'dev_00000009' as DeviceId,
  permissionMode: 'ask',
  model: 'test/scripted',
}

/** A real log with a folder for blobs, and what writes chats to files and reads them back. */
export function sessionFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery session files 中文 '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = openTestLog()
  const { db, now, newId, reader, store, bus } = log
  const blobs = createBlobs({ db, now, newId, folder: join(folder, 'blobs') })
  const redactor = createRedactor()
  const exporting = createSessionExport({
    reader,
    blobs,
    redactor,
    now,
    folds: store.folds,
    locale: () => 'en',
  })
  const importing = createSessionImport({
    newId,
    publish: bus.publish,
    preview: store.preview,
    putBytes: blobs.putBytes,
    agentHere: async (_place, agentId) => ({
      agentId: agentId === 'build' ? agentId : 'build',
      personaHash: 'here',
    }),
    chatAgent: 'build',
    snapshot: async (place) => ({ version: 1, cwd: place.cwd, sections: [] }),
    titleOf,
  })
  return { ...log, folder, blobs, redactor, exporting, importing, file: (name: string) => join(folder, name) }
}
