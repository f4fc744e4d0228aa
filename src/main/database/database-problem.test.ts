import { expect, it } from 'vitest'
import { databaseProblem, openDatabaseProblem } from './database-problem.ts'

const failed = (code: string) => Object.assign(new Error('no'), { code })
const ROOMY = 1e9

it.each<[string, number | null, string | undefined, string | undefined]>([
  ['SQLITE_BUSY', ROOMY, 'db.unavailable', 'db.held'],
  ['SQLITE_BUSY_RECOVERY', ROOMY, 'db.unavailable', 'db.held'],
  ['SQLITE_LOCKED', ROOMY, 'db.unavailable', 'db.held'],
  ['SQLITE_CANTOPEN', ROOMY, 'db.unavailable', 'db.denied'],
  ['SQLITE_READONLY_DIRECTORY', ROOMY, 'db.unavailable', 'db.denied'],
  ['SQLITE_PERM', ROOMY, 'db.unavailable', 'db.denied'],
  ['EACCES', ROOMY, 'db.unavailable', 'db.denied'],
  ['EROFS', ROOMY, 'db.unavailable', 'db.denied'],
  ['EEXIST', ROOMY, 'db.unavailable', 'db.denied'],
  ['SQLITE_FULL', ROOMY, 'db.full', 'db.noSpace'],
  ['ENOSPC', ROOMY, 'db.full', 'db.noSpace'],
  ['EDQUOT', ROOMY, 'db.full', 'db.noSpace'],
  // The files SQLite keeps beside the database report a full disk differently.
  ['SQLITE_IOERR_SHMSIZE', 4096, 'db.full', 'db.noSpace'],
  ['SQLITE_IOERR_WRITE', ROOMY, 'db.unavailable', 'db.diskFails'],
  ['SQLITE_IOERR_READ', null, 'db.unavailable', 'db.diskFails'],
  ['EIO', ROOMY, 'db.unavailable', 'db.diskFails'],
  ['SQLITE_CORRUPT', 0, 'db.damaged', 'db.broken'],
  ['SQLITE_CORRUPT_INDEX', ROOMY, 'db.damaged', 'db.broken'],
  ['SQLITE_NOTADB', ROOMY, 'db.damaged', 'db.broken'],
  ['SQLITE_ERROR', ROOMY, undefined, undefined],
  ['ERR_DLOPEN_FAILED', ROOMY, undefined, undefined],
])('%s with %s bytes free is %s: %s', (code, free, expected, sentence) => {
  const problem = databaseProblem(failed(code), '/data/orrery.db', () => free)
  expect([problem?.code, problem?.said?.[0]?.name]).toEqual([expected, sentence])
})

it('says nothing of what is no failure of the system', () => {
  expect(databaseProblem(new TypeError('a bug'), '/x', () => 0)).toBeNull()
  expect(databaseProblem('words', '/x', () => 0)).toBeNull()
})

it.each<[string, string | undefined]>([
  ['SQLITE_CORRUPT_VTAB', 'app.damaged'],
  ['SQLITE_NOTADB', 'app.damaged'],
  ['SQLITE_FULL', 'app.full'],
  ['SQLITE_IOERR_WRITE', 'app.full'],
  ['SQLITE_BUSY', 'db.held'],
  ['ENOSPC', undefined],
  ['SQLITE_ERROR', undefined],
])('%s of a database that is open is told as %s', (code, sentence) => {
  expect(openDatabaseProblem(failed(code), '/data/orrery.db')?.said?.[0]?.name).toBe(sentence)
})
