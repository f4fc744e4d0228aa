import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { codeOf, isErrno } from './errno.ts'

const thrown = async (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

describe('an error of the file system', () => {
  it('is known by its code', async () => {
    const missing = await thrown(readFile('/no/such/file'))
    expect([isErrno(missing), isErrno(missing, 'ENOENT'), isErrno(missing, 'EACCES')]).toEqual([
      true,
      true,
      false,
    ])
    expect(codeOf(missing)).toBe('ENOENT')
  })

  it('is also a path that no file can have', async () => {
    expect(isErrno(await thrown(readFile('a\0b')))).toBe(true)
  })

  it('is not an abort, an error of ours, a database error or a plain error', async () => {
    const aborted = await thrown(readFile('/etc/hostname', { signal: AbortSignal.abort() }))
    const ours = AppError.saying('other', say('app.full'))
    const database = Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    const exited = Object.assign(new Error('exit'), { code: 1 })
    for (const error of [aborted, ours, database, exited, new Error('plain'), null, { code: 'ENOENT' }]) {
      expect(isErrno(error)).toBe(false)
    }
    expect(isErrno(database, 'SQLITE_FULL')).toBe(true)
  })
})
