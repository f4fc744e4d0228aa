import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { EventId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { Usage } from '#shared/session/message.ts'
import { openTestLog } from '../../../test/support/data/open-log.ts'
import { localDay } from '../lib/local-day.ts'
import {
  createEmbeddingWriter,
  createModelRequests,
  createSideRequestWriter,
  NO_CHAT,
} from './model-requests.ts'

const META = { title: 'Chat', model: 'test/big', archived: false, permissionMode: 'ask' } as const

function open() {
  const { log, db, now } = openTestLog()
  const moment = now()
  const requests = createModelRequests(db)
  const day = localDay(moment)
  const created = (
    kind: 'chat' | 'child' | 'workflow',
    parent?: string,
    projectId: ProjectId | null = null,
  ): NewDurableEvent => ({
    kind: 'session.created',
    payload: {
      kind,
      cwd: '/',
      projectId,
      deviceId: 'dev_00000001' as never,
      meta: { ...META, projectId, activeContextId: null },
      ...(parent === undefined ? {} : { parentSessionId: parent as SessionId }),
    },
  })
  const begun = (runId: string, kind: 'chat' | 'child' | 'system', agentId: string): NewDurableEvent => ({
    kind: 'run.status',
    payload: {
      runId: runId as RunId,
      from: null,
      to: 'pending',
      spec: { kind, agentId, contextId: 'ctx_00000001' as never, model: 'test/big' },
    },
  })
  const ended = (runId: string, usage: Usage, more: { model?: string; copiedFrom?: string } = {}) => {
    const { copiedFrom, model } = more
    const cost = { usage, durationMs: 1, llmMs: 1, toolMs: 0 }
    const payload = { runId: runId as RunId, turnIndex: 0, stop: 'stop' as const, ...cost }
    return {
      kind: 'turn.ended' as const,
      payload: { ...payload, ...(model === undefined ? {} : { model }) },
      ...(copiedFrom === undefined ? {} : { copiedFrom: copiedFrom as never }),
    }
  }
  const say = (of: string, events: readonly NewDurableEvent[]) => log.publish(of as SessionId, [...events])
  return { db, moment, requests, day, say, created, begun, ended }
}

it('keeps one row for each request, with the chat it was made for', () => {
  const { requests, day, say, created, begun, ended } = open()
  say('ses_chat', [created('chat'), begun('run_1', 'chat', 'assistant')])
  say('ses_agent', [created('child', 'ses_chat'), begun('run_2', 'child', 'explore')])
  say('ses_chat', [ended('run_1', { input: 10, output: 1, cost: { billed: 0.5 } })])
  say('ses_agent', [
    ended('run_2', { input: 20, output: 2, cacheRead: 5, cost: { estimated: 0.25, saved: 0.1, lost: 0.02 } }),
  ])
  say('ses_agent', [ended('run_2', { input: 30, output: 3 }, { model: 'test/other' })])
  expect(
    requests
      .sums(day, day)
      .map(({ chatId, kind, agent, model, usage }) => [chatId, kind, agent, model, usage.input]),
  ).toEqual([
    ['ses_chat', 'agent', 'explore', 'test/big', 20],
    ['ses_chat', 'agent', 'explore', 'test/other', 30],
    ['ses_chat', 'chat', 'assistant', 'test/big', 10],
  ])
  expect(requests.byModel(day, day, null).get('test/big')?.cost).toEqual({
    billed: 0.5,
    estimated: 0.25,
    saved: 0.1,
    lost: 0.02,
  })
  expect(requests.byModel(day, day, null).get('test/other')?.cost).toBeUndefined()
})

it('counts agents of workflows as such, and what the app asks by itself apart', () => {
  const { requests, day, say, created, begun, ended } = open()
  say('ses_chat', [
    created('chat'),
    begun('run_t', 'system', 'title'),
    ended('run_t', { input: 1, output: 1 }),
  ])
  say('ses_flow', [created('workflow', 'ses_chat')])
  say('ses_agent', [created('child', 'ses_flow'), begun('run_w', 'child', 'worker')])
  say('ses_agent', [ended('run_w', { input: 1, output: 1 })])
  expect(requests.sums(day, day).map(({ chatId, kind }) => [chatId, kind])).toEqual([
    ['ses_chat', 'system'],
    ['ses_chat', 'workflow'],
  ])
})

it('counts a copied request once, and keeps the rows of a chat that is gone', () => {
  const { db, requests, day, say, created, begun, ended } = open()
  say('ses_chat', [
    created('chat'),
    begun('run_1', 'chat', 'assistant'),
    ended('run_1', { input: 10, output: 1 }),
  ])
  say('ses_fork', [created('chat'), begun('run_2', 'chat', 'assistant')])
  say('ses_fork', [ended('run_2', { input: 10, output: 1 }, { copiedFrom: 'evt_before' })])
  db.prepare("DELETE FROM events WHERE session_id = 'ses_chat'").run()
  expect(requests.byModel(day, day, null).get('test/big')).toMatchObject({ input: 10, output: 1 })
})

it('sums the requests of one project, and counts requests for vectors as those of the app', () => {
  const { db, requests, day, say, created, begun, ended } = open()
  const mine = 'prj_00000001' as ProjectId
  say('ses_chat', [created('chat', undefined, mine), begun('run_1', 'chat', 'assistant')])
  say('ses_chat', [ended('run_1', { input: 10, output: 1, cost: { billed: 0.5 } })])
  const used = { input: 400, output: 0, cost: { estimated: 0.25 } }
  const at = new Date(`${day}T12:00:00`).getTime()
  createEmbeddingWriter(db)('evt_vectors' as EventId, at, 'openai/text-embedding-3-small', used)
  expect([...requests.byModel(day, day, mine).keys()]).toEqual(['test/big'])
  expect(requests.byModel(day, day, 'prj_other' as ProjectId).size).toBe(0)
  expect(requests.byModel(day, day, null).get('openai/text-embedding-3-small')?.cost).toEqual({
    estimated: 0.25,
  })
  expect(requests.sums(day, day).find(({ agent }) => agent === 'embedding')).toMatchObject({
    kind: 'system',
    projectId: null,
    chatId: '',
    runs: 0,
    requests: 1,
  })
})

it('counts a request outside every chat for its project and its model', () => {
  const { db, moment, requests, day } = open()
  const write = createSideRequestWriter(db)
  const projectId = 'prj_00000001' as ProjectId
  const request = { at: moment, projectId, agent: 'commit', model: 'test/small', failed: false }
  write({ ...request, id: 'evt_1', usage: { input: 5, output: 2, cost: { estimated: 0.5 } } })
  expect(requests.sums(day, day)).toMatchObject([
    {
      chatId: NO_CHAT,
      projectId,
      kind: 'system',
      agent: 'commit',
      usage: { input: 5, cost: { estimated: 0.5 } },
    },
  ])
  expect(requests.byModel(day, day, projectId).get('test/small')?.output).toBe(2)
})

describe('the sums of one day', () => {
  const fields = fc.record({
    input: fc.nat(1_000),
    output: fc.nat(1_000),
    cacheRead: fc.option(fc.nat(1_000), { nil: undefined }),
    cost: fc.option(
      fc.oneof(
        fc.record({ billed: fc.integer({ min: 1, max: 99 }) }),
        fc.record({ estimated: fc.integer({ min: 1, max: 99 }), saved: fc.integer({ min: 1, max: 9 }) }),
      ),
      { nil: undefined },
    ),
  })
  const writes = fc.array(
    fc.record({
      usage: fields,
      id: fc.integer({ min: 1, max: 12 }),
      model: fc.constantFrom('test/big', 'test/small'),
      project: fc.constantFrom(null, 'prj_00000001', 'prj_00000002'),
      isToday: fc.boolean(),
      fate: fc.constantFrom('kept', 'kept', 'undone', 'asked between and undone'),
    }),
    { maxLength: 25 },
  )

  it('are those of its rows, whatever is written, written again or rolled back', () => {
    fc.assert(
      fc.property(writes, fc.nat(25), (all, firstAsked) => {
        const { db, moment, requests, day } = open()
        const write = createSideRequestWriter(db)
        const sums = (project: ProjectId | null) => sorted(requests.byModelOn(day, project))
        const rows = (project: ProjectId | null) => sorted(requests.byModel(day, day, project))
        const written = new Map<number, (typeof all)[number]>()
        for (const [index, next] of all.entries()) {
          if (index >= firstAsked) expect(sums(null)).toEqual(rows(null))
          // The same id always has the same row.
          const row = written.get(next.id) ?? next
          const act = () =>
            write({
              id: `req_${next.id}`,
              at: row.isToday ? moment : moment - 3 * 86_400_000,
              projectId: row.project as ProjectId | null,
              agent: 'title',
              model: row.model as ModelRef,
              failed: false,
              usage: defined(row.usage),
            })
          if (next.fate === 'kept') {
            act()
            written.set(next.id, row)
            continue
          }
          const undone = db.transaction(() => {
            act()
            if (next.fate !== 'undone') expect(sums(null)).toEqual(rows(null))
            throw new Error('undone')
          })
          expect(undone).toThrow('undone')
        }
        for (const project of [null, 'prj_00000001', 'prj_00000002'] as (ProjectId | null)[]) {
          expect(sums(project)).toEqual(rows(project))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('begin anew with the next day', () => {
    const { db, moment, requests, day } = open()
    const write = createSideRequestWriter(db)
    const at = (id: string, when: number) =>
      write({
        id,
        at: when,
        projectId: null,
        agent: 'a',
        model: 'test/big',
        failed: false,
        usage: { input: 5, output: 0 },
      })
    at('req_1', moment)
    expect(requests.byModelOn(day, null).get('test/big')?.input).toBe(5)
    const next = moment + 86_400_000
    at('req_2', next)
    expect(requests.byModelOn(localDay(next), null).get('test/big')?.input).toBe(5)
    at('req_3', moment)
    at('req_4', next)
    expect(requests.byModelOn(localDay(next), null).get('test/big')?.input).toBe(10)
    expect(requests.byModelOn(day, null).get('test/big')?.input).toBe(10)
  })
})

const sorted = (sums: ReadonlyMap<ModelRef, Usage>) =>
  [...sums].sort(([left], [right]) => (left < right ? -1 : 1))

/** Leaves out the fields that were not drawn. */
const defined = (usage: object): Usage =>
  Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined)) as Usage
