import BetterSqlite3, { type Database } from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import type { ModelRef } from '#shared/ids.ts'
import migration from '../database/migrations/0035-model-keys.sql?raw'
import { silentLogger } from '../lib/logger.ts'
import { createModelKeys } from './model-keys.ts'

const ONE: ModelRef = 'tide/one'
const TWO: ModelRef = 'tide/two'
let db: Database
let now: number
let env: Record<string, string>

const start = () => createModelKeys({ db, env, clock: { now: () => now }, logger: silentLogger })

beforeEach(() => {
  db = new BetterSqlite3(':memory:')
  db.exec(migration)
  now = 10
  env = { KEY: 'sk-first-5c1f0a77' }
})

it('knows no change of a model that is seen for the first time', () => {
  const changed = start()
  expect([changed(ONE, 'vault:a'), changed(ONE, 'vault:a'), changed(TWO, null)]).toEqual([0, 0, 0])
})

it('tells when a model was pointed to another secret, each model by itself', () => {
  const changed = start()
  changed(ONE, 'vault:a')
  changed(TWO, 'vault:a')
  now = 20
  expect([changed(ONE, 'vault:b'), changed(TWO, 'vault:a')]).toEqual([20, 0])
  now = 30
  expect(changed(ONE, 'vault:b')).toBe(20)
  expect(changed(ONE, 'env:KEY')).toBe(30)
})

it('sees after a restart that a variable has another value, or a model its first key', () => {
  const before = start()
  before(ONE, 'env:KEY')
  before(TWO, null)
  now = 20
  env = { KEY: 'sk-second-91b0' }
  const after = start()
  expect([after(ONE, 'env:KEY'), after(TWO, 'vault:a')]).toEqual([20, 20])
  now = 30
  expect(start()(ONE, 'env:KEY')).toBe(20)
})

it('stores no part of a key', () => {
  start()(ONE, 'env:KEY')
  expect(db.prepare('SELECT * FROM model_keys').all()).toEqual([
    { model: ONE, source: expect.stringMatching(/^env:KEY [\da-f]{4}$/), since: 0 },
  ])
})

it('holds no request up when nothing can be written', () => {
  const changed = start()
  changed(ONE, 'vault:a')
  db.pragma('query_only = ON')
  now = 20
  expect([changed(ONE, 'vault:b'), changed(ONE, 'vault:b')]).toEqual([20, 20])
})
