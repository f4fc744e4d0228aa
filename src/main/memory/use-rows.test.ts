import { expect, it } from 'vitest'
import type { EventId, RunId, SessionId } from '#shared/ids.ts'
import { HERE, openMemoryRig } from '../../../test/support/rigs/knowledge/memory-rig.ts'

const SESSION = 'ses_1' as SessionId

it('says with which question of its chat a memory went along, however often that was answered', () => {
  const { db, keep, uses } = openMemoryRig()
  const put = db.prepare("INSERT INTO runs VALUES (?, ?, 'completed', NULL, ?, ?)")
  const ask = (id: string, at: number, record: object) =>
    put.run(id, SESSION, at, JSON.stringify({ kind: 'chat', ...record }))
  ask('run_1', 1, { inputEventId: 'evt_1' })
  ask('run_again', 2, { inputEventId: 'evt_1', retryOf: 'run_1' })
  ask('run_compaction', 3, { kind: 'compaction' })
  ask('run_2', 4, { inputEventId: 'evt_2' })
  const item = keep(HERE, 'gauge', 'The gauge reads in feet.')
  const common = { itemId: item, sessionId: SESSION, eventId: null as EventId | null, score: 1 }
  const runs = ['run_1', 'run_again', 'run_compaction', 'run_2', 'run_gone']
  uses.add(
    runs.map((id, at) => ({ ...common, runId: id as RunId, how: at > 2 ? 'left_out' : 'recalled', at })),
  )
  expect(uses.of(item).map(({ how, turn }) => [how, turn])).toEqual([
    ['left_out', null],
    ['left_out', 2],
    ['recalled', null],
    ['recalled', 1],
    ['recalled', 1],
  ])
})
