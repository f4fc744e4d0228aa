import { expect, it } from 'vitest'
import type { Handlers } from '#shared/ipc/contract.ts'
import { silentLogger } from '../lib/logger.ts'
import { announceDatabase } from './announce-database.ts'

const failing = (error: unknown) => {
  const handlers = { 'memory.facets': () => Promise.reject(error) } as unknown as Handlers
  const logged: unknown[] = []
  const logger = { ...silentLogger, error: (_: string, what: unknown) => void logged.push(what) }
  const told = announceDatabase(handlers, '/data/orrery.db', logger)
  return { logged, call: () => told['memory.facets']({}, { windowId: 1 }) }
}

it('says that a part of the database is damaged, and logs what SQLite said', async () => {
  const corrupt = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT_VTAB' })
  const { call, logged } = failing(corrupt)
  await expect(call()).rejects.toMatchObject({ code: 'db.damaged', said: [{ name: 'app.damaged' }] })
  expect(logged).toEqual([corrupt])
})

it('leaves everything else as it is', async () => {
  const bug = new TypeError('a bug')
  const { call, logged } = failing(bug)
  await expect(call()).rejects.toBe(bug)
  expect(logged).toEqual([])
})
