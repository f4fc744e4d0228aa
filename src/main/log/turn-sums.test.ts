import { expect, it } from 'vitest'
import { openTestLog } from '../../../test/support/data/open-log.ts'
import { valuesOf } from './event-row.ts'
import { createTurnSums } from './turn-sums.ts'

type Turn = {
  readonly session?: string
  readonly ts?: number
  readonly model?: string
  readonly stop?: string
  readonly firstMs?: number
  readonly llmMs?: number
  readonly usage?: object
  readonly copiedFrom?: string
}

/** A log into which ends of turns are put as they are stored. The run of all of them has the model `a/one`. */
function open() {
  const { db, rows, newId } = openTestLog()
  const session = db.prepare(
    `INSERT OR REPLACE INTO sessions (id, kind, project_id, archived, created_at, updated_at, last_seq, record)
     VALUES (?, 'chat', NULL, 0, 0, ?, 0, '{}')`,
  )
  rows.putRun.run('run_00000001', 'ses_1', 'completed', null, 1, JSON.stringify({ model: 'a/one' }))
  let seq = 0
  const turn = ({ session: id = 'ses_1', ts = 100, copiedFrom, ...end }: Turn): void => {
    seq += 1
    session.run(id, ts)
    const payload = {
      runId: 'run_00000001',
      turnIndex: 0,
      stop: 'stop',
      usage: { input: 10, output: 20 },
      durationMs: 1_000,
      llmMs: 1_000,
      toolMs: 0,
      ...end,
    }
    const row = {
      id: newId('event'),
      session_id: id,
      seq,
      parent_id: null,
      context_id: null,
      run_id: 'run_00000001',
      turn_index: 0,
      kind: 'turn.ended',
      ts,
      client_id: 'cli_1',
      v: 1,
      payload: JSON.stringify(payload),
      copied_from: copiedFrom ?? null,
    }
    rows.insertEvent.run(...valuesOf(row))
  }
  return { turn, sums: createTurnSums(db) }
}

it('sums up what each model used, and takes the middle of what its provider took', () => {
  const { turn, sums } = open()
  turn({ firstMs: 100, llmMs: 1_100, usage: { input: 1, output: 50, cacheRead: 7, cost: { billed: 1.5 } } })
  turn({ firstMs: 300, llmMs: 1_300, usage: { input: 2, output: 30, cacheWrite: 3 } })
  turn({ firstMs: 900, llmMs: 910, usage: { input: 3, output: 500 } })
  turn({ stop: 'error', usage: { input: 0, output: 0 } })
  turn({ model: 'a/two', firstMs: 500, llmMs: 1_500, usage: { input: 4, output: 10 } })
  turn({ model: 'b/one', stop: 'cancelled' })
  const ofA = { provider: 'a', first_ms: 400, rate: 30 }
  expect(sums(0)).toEqual([
    {
      ...ofA,
      model: 'a/one',
      requests: 4,
      failed: 1,
      input: 6,
      output: 580,
      cache_read: 7,
      cache_write: 3,
      recorded: 1.5,
      unpriced_input: 5,
      unpriced_output: 530,
      unpriced_read: 0,
      unpriced_write: 3,
    },
    {
      ...ofA,
      model: 'a/two',
      requests: 1,
      failed: 0,
      input: 4,
      output: 10,
      cache_read: 0,
      cache_write: 0,
      recorded: 0,
      unpriced_input: 4,
      unpriced_output: 10,
      unpriced_read: 0,
      unpriced_write: 0,
    },
    {
      provider: 'b',
      model: 'b/one',
      requests: 1,
      failed: 0,
      first_ms: null,
      rate: null,
      input: 10,
      output: 20,
      cache_read: 0,
      cache_write: 0,
      recorded: 0,
      unpriced_input: 10,
      unpriced_output: 20,
      unpriced_read: 0,
      unpriced_write: 0,
    },
  ])
})

it('looks at no turn before the moment it is asked about, also in a chat that went on since', () => {
  const { turn, sums } = open()
  turn({ session: 'ses_old', ts: 10 })
  turn({ ts: 20 })
  turn({ ts: 60 })
  expect(sums(50).map(({ requests }) => requests)).toEqual([1])
  expect(sums(61)).toEqual([])
})

it('counts what a fork copied once', () => {
  const { turn, sums } = open()
  turn({})
  turn({ session: 'ses_fork', copiedFrom: 'evt_1' })
  expect(sums(0).map(({ requests }) => requests)).toEqual([1])
})
