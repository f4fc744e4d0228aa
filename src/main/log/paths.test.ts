import { beforeEach, describe, expect, it } from 'vitest'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import { openTestLog } from '../../../test/support/data/open-log.ts'
import type { EventReader } from './event-reader.ts'
import { createKeptPaths } from './kept-paths.ts'
import { createPaths } from './paths.ts'

const FACTS = { agents: true, bigJob: false }

let host: ReturnType<typeof openTestLog>
let sessionId: SessionId
let contextId: ContextId
beforeEach(() => {
  host = openTestLog()
  sessionId = host.newId('session')
  contextId = host.newId('context')
  host.bus.publish(sessionId, [
    {
      kind: 'session.created',
      payload: { kind: 'chat', cwd: '/p', projectId: null, deviceId: host.newId('device'), meta: META() },
    },
    {
      kind: 'context.status',
      payload: { contextId, agentId: 'build', status: 'created', mode: 'fresh', personaHash: 'p' },
    },
  ])
})

const META = () => ({
  title: 'Long',
  projectId: null,
  model: 'test/model',
  thinking: 'off' as const,
  archived: false,
  permissionMode: 'ask' as const,
  activeContextId: contextId,
})

const said = (role: 'user' | 'assistant', text: string): NewDurableEvent => {
  const message: Message = { role, parts: [{ t: 'text', text }] }
  return { kind: 'message', contextId, payload: { message } }
}

/** Stores so many exchanges, and returns the newest event. */
function exchanges(count: number): EventId {
  let newest: EventId | undefined
  for (let at = 0; at < count; at += 1) {
    const events = host.bus.publish(sessionId, [said('user', `Question ${at}`), said('assistant', 'Answer')])
    newest = events.at(-1)?.id
  }
  if (newest === undefined) throw new Error('Nothing was said.')
  return newest
}

function compact(compactedThrough: EventId, more: object = { facts: FACTS }): void {
  const sizes = { tokensBefore: 10, tokensAfter: 1, trigger: 'auto' as const }
  const payload = { summary: 'They spoke.', compactedThrough, ...sizes, ...more }
  host.bus.publish(sessionId, [{ kind: 'compact', contextId, payload }])
}

/** A cache that has read nothing yet, and the number of events it reads. */
function reopened(options: { mostBytes?: number } = {}) {
  const seen = { events: 0, pieces: 0, turns: 0 }
  const pathPiece: EventReader['pathPiece'] = (leaf, limit) => {
    const piece = host.reader.pathPiece(leaf, limit)
    seen.events += piece.events.length
    seen.pieces += 1
    return piece
  }
  const nextTurn = async () => {
    seen.turns += 1
  }
  const { store, bus } = host
  return { seen, paths: createPaths({ store, bus, reader: { pathPiece }, nextTurn, ...options }) }
}

const idsOf = (path: readonly DurableEvent[]) => path.map(({ id }) => id)

describe('the recent part of a branch', () => {
  it('reads a bounded number of events of a long compacted chat', () => {
    compact(exchanges(3_000))
    exchanges(10)
    const { paths, seen } = reopened()
    const recent = paths.recent(sessionId, contextId)
    expect(seen.events).toBeLessThan(1_000)
    expect(recent.filter(({ kind }) => kind === 'compact')).toHaveLength(1)
    expect(recent.at(-1)?.id).toBe(host.paths.of(sessionId, contextId).at(-1)?.id)
  })

  it('is the same after a restart as for a chat that stayed open', () => {
    exchanges(300)
    host.paths.recent(sessionId, contextId)
    compact(exchanges(300))
    exchanges(5)
    const { paths } = reopened()
    expect(idsOf(paths.recent(sessionId, contextId))).toEqual(idsOf(host.paths.recent(sessionId, contextId)))
    expect(host.paths.recent(sessionId, contextId).length).toBeLessThan(400)
  })

  it('begins with a question, and holds one answer at least before the summary', () => {
    compact(exchanges(400))
    const [first, second] = reopened().paths.recent(sessionId, contextId)
    expect(first).toMatchObject({ kind: 'message', payload: { message: { role: 'user' } } })
    expect(second).toMatchObject({ kind: 'message', payload: { message: { role: 'assistant' } } })
  })

  it('is the whole branch without a compaction, and with one of an earlier version', () => {
    const through = exchanges(600)
    expect(reopened().paths.recent(sessionId, contextId)).toHaveLength(1_200)
    compact(through, {})
    expect(reopened().paths.recent(sessionId, contextId)).toHaveLength(1_201)
  })

  it('is the whole branch again when the person goes back to before the compaction', () => {
    const through = exchanges(600)
    compact(through)
    const { paths } = reopened()
    paths.recent(sessionId, contextId)
    host.bus.publish(sessionId, [
      { kind: 'leaf.moved', payload: { cause: 'rewind', contextId, to: through } },
    ])
    expect(paths.recent(sessionId, contextId)).toHaveLength(1_200)
  })

  it('leaves the whole branch to those who need it', () => {
    compact(exchanges(600))
    const { paths } = reopened()
    paths.recent(sessionId, contextId)
    expect(paths.of(sessionId, contextId)).toHaveLength(1_201)
    exchanges(1)
    expect(paths.of(sessionId, contextId)).toHaveLength(1_203)
    expect(paths.recent(sessionId, contextId).at(-1)?.id).toBe(paths.of(sessionId, contextId).at(-1)?.id)
  })
})

describe('reading a branch in pieces', () => {
  it('gives the event loop a turn between the pieces, and reads it once for several', async () => {
    exchanges(2_000)
    const { paths, seen } = reopened()
    await Promise.all([
      paths.load(sessionId, contextId, 'recent'),
      paths.load(sessionId, contextId, 'recent'),
    ])
    expect(seen.events).toBe(4_000)
    expect(seen.turns).toBe(seen.pieces - 1)
    expect(seen.turns).toBeGreaterThan(4)
    expect(paths.of(sessionId, contextId)).toHaveLength(4_000)
    expect(seen.events).toBe(4_000)
  })

  it('takes in what is said meanwhile, in order', async () => {
    exchanges(800)
    const { paths } = reopened()
    const loading = paths.load(sessionId, contextId, 'recent')
    exchanges(3)
    await loading
    expect(idsOf(paths.of(sessionId, contextId))).toEqual(idsOf(host.paths.of(sessionId, contextId)))
    exchanges(1)
    expect(idsOf(paths.of(sessionId, contextId))).toEqual(idsOf(host.paths.of(sessionId, contextId)))
  })

  it('gives up when the person goes to another branch meanwhile', async () => {
    const through = exchanges(400)
    exchanges(400)
    const { paths } = reopened()
    const loading = paths.load(sessionId, contextId, 'recent')
    host.bus.publish(sessionId, [
      { kind: 'leaf.moved', payload: { cause: 'rewind', contextId, to: through } },
    ])
    exchanges(1)
    await loading
    expect(paths.of(sessionId, contextId)).toHaveLength(802)
  })
})

describe('branches that are kept', () => {
  const event = (text: string): DurableEvent => {
    const [stored] = host.bus.publish(sessionId, [said('user', text)])
    if (stored === undefined) throw new Error('Nothing was stored.')
    return stored
  }
  const id = (name: string) => `ctx_${name}` as ContextId

  it('take no more bytes than the limit, and go in the order of their last use', () => {
    const kept = createKeptPaths(10_000)
    for (const name of ['a', 'b', 'c']) {
      kept.put(id(name), { events: [event(name)], bytes: 3_000 }, 'whole')
    }
    kept.at(id('a'))
    kept.put(id('d'), { events: [event('d')], bytes: 3_000 }, 'whole')
    expect(['a', 'b', 'c', 'd'].filter((name) => kept.at(id(name)) !== null)).toEqual(['a', 'c', 'd'])
    expect(kept.bytes()).toBe(9_000)
  })

  it('count what is added to them', () => {
    const kept = createKeptPaths(20_000)
    kept.put(id('a'), { events: [], bytes: 0 }, 'whole')
    kept.put(id('b'), { events: [], bytes: 0 }, 'whole')
    kept.grow(id('b'), event('x'.repeat(30_000)))
    expect(kept.at(id('a'))).toBeNull()
    expect(kept.at(id('b'))?.whole).toHaveLength(1)
  })
})
