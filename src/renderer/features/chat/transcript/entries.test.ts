import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { CallId, EventId, RunId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Part } from '#shared/session/message.ts'
import { answer, call, event, runId, user } from '../../../../../test/support/desktop/shown-events.ts'
import { aheadEntries, isQuiet, storedEntries, streamedEntries } from './entries.ts'

/** The entries in short, without the row that says what has no answer yet. */
const shape = (path: readonly DurableEvent[], runs = {}) =>
  storedEntries(path, runs)
    .filter(({ kind }) => kind !== 'open')
    .map((entry) =>
      entry.kind === 'tools' ? entry.calls.map((one) => `${one.callId}: ${one.text}`) : entry.kind,
    )

it('says where something stood that main could not read', () => {
  const [first, , third] = [user('go'), user('lost'), user('again')]
  expect(shape([first, third].flatMap((each) => each ?? []))).toEqual(['you', 'lost', 'you'])
})

it('misses nothing where an agent of another kind begins a history of its own', () => {
  const [first, second] = [user('go'), user('a verse')]
  const begun = second === undefined ? [] : [{ ...second, parentId: null }]
  expect(shape([...(first === undefined ? [] : [first]), ...begun])).toEqual(['you', 'you'])
})

it('shows what an agent of another kind was told in short, and not what went along unseen', () => {
  const told = (visibility: string) =>
    event('harness.item', {
      kind: 'child-summary',
      origin: 'agent',
      content: 'A bridge was built.',
      visibility,
    })
  expect(storedEntries([told('hidden')], {})).toEqual([])
  expect(storedEntries([told('compact')], {})).toMatchObject([
    { kind: 'bridged', text: 'A bridge was built.' },
  ])
})

it('leads from why a message was not sent to the message, and says it once', () => {
  const unsent = EventId.parse('evt_90000001')
  const data = { said: [], about: unsent }
  const item = { kind: 'runtime-notice', content: 'No keys.', visibility: 'display', data }
  const note = event('harness.item', item)
  const failed = { runId, kind: 'chat', status: 'failed' } as unknown as RunRecord
  const entries = storedEntries([note], { [runId]: failed })
  expect(entries).toMatchObject([{ kind: 'note', text: 'No keys.', about: unsent }])
})

it('shows sentences in the place of words for the model, unless it does not know all of them', () => {
  const item = { kind: 'runtime-notice', content: 'Call `plan` now.', visibility: 'compact' }
  const noted = (name: string) =>
    storedEntries([event('harness.item', { ...item, data: { said: [{ name, facts: {} }] } })], {})
  expect([noted('told.goal'), noted('told.later')]).toMatchObject([
    [{ kind: 'note', text: 'Goal: planned and carried out without asking in between' }],
    [{ kind: 'note', text: 'Call `plan` now.' }],
  ])
})

it('tells the result of a workflow apart from the words that it is done', () => {
  const content = 'It is done.\nResult:\nAll fine.'
  const data = { workflowRunId: 'wfr_00000001', resultAt: 20 }
  const done = event('harness.item', { kind: 'runtime-notice', content, visibility: 'display', data })
  expect(storedEntries([done], {})).toMatchObject([
    { kind: 'result', head: 'It is done.', result: 'All fine.', run: 'wfr_00000001' },
  ])
})

it('puts consecutive calls in one frame, each with its own answer', () => {
  const path = [
    user('go'),
    call('a', 'Looking.'),
    answer('a'),
    call('b'),
    call('c'),
    answer('c'),
    answer('b'),
  ]
  expect(shape(path)).toEqual(['you', 'say', ['a: of a', 'b: of b', 'c: of c']])
})

it('knows the message an answer begins with, where calls follow its words or stand alone', () => {
  const path = [user('go'), call('a', 'Looking.'), answer('a'), user('go'), call('b'), answer('b'), call('c')]
  const leads = storedEntries(path, {}).flatMap((entry) => ('leads' in entry ? [entry.leads] : []))
  expect(leads).toEqual([path[1]?.id, [], [path[4]?.id, path[6]?.id]])
})

it('starts a new frame after the assistant has spoken', () => {
  expect(shape([call('a'), answer('a'), call('b', 'Now this.'), answer('b')])).toEqual([
    ['a: of a'],
    'say',
    ['b: of b'],
  ])
})

it('shows an answer whose call is on an older page', () => {
  expect(shape([answer('a'), user('more')])).toEqual([['a: of a'], 'you'])
})

it('shows why a run failed after its last event', () => {
  const run = { runId, kind: 'chat', status: 'failed', createdAt: 0 } as RunRecord
  expect(shape([user('go'), call('a'), answer('a')], { [runId]: run })).toEqual(['you', ['a: of a'], 'ended'])
})

it('keeps hidden items out and shows steered words as the person’s own', () => {
  const item = (kind: string, origin: string, visibility: string) =>
    event('harness.item', { kind, origin, visibility, content: 'x' })
  const path = [
    item('steer', 'user', 'display'),
    item('date', 'system', 'hidden'),
    item('recall', 'memory', 'compact'),
  ]
  expect(shape(path)).toEqual(['steer', 'note'])
})

it('shows of a fork where it begins in one line, and its task as a message', () => {
  const notice = { kind: 'fork', origin: 'system', visibility: 'display', content: 'You are a fork.' }
  const path = [user('go'), call('a'), answer('a'), event('harness.item', notice), user('Try it')]
  expect(shape(path)).toEqual(['you', ['a: of a'], 'forked', 'you'])
  expect(JSON.stringify(storedEntries(path, {}))).not.toContain('You are a fork.')
})

it('keeps the key of an answer when it is stored', () => {
  const stored = call('a', 'Looking.')
  const streamed = streamedEntries({
    eventId: stored.id,
    parts: [
      { t: 'text', text: 'Loo' },
      { t: 'tool_call', callId: 'a', name: 'read', args: '{"pa' },
    ],
  })
  expect(storedEntries([stored], {}).map((entry) => entry.key)).toEqual(streamed.map((entry) => entry.key))
})

it('is quiet until there is a word or a call to read', () => {
  const { id: eventId } = call('a', 'Looking.')
  const streaming = (...parts: readonly Part[]) => isQuiet({ inflight: [{ eventId, parts }], tools: [] })
  expect(isQuiet({ inflight: [], tools: [] })).toBe(true)
  expect(streaming()).toBe(true)
  expect(streaming({ t: 'reasoning', text: '\n' })).toBe(true)
  expect(streaming({ t: 'reasoning', text: 'So' })).toBe(false)
  expect(streaming({ t: 'text', text: 'Loo' })).toBe(false)
  expect(streaming({ t: 'tool_call', callId: CallId.parse('a'), name: 'read', args: '{' })).toBe(false)
})

const cutOff = (stop: string) =>
  event('message', { message: { role: 'assistant', parts: [{ t: 'text', text: 'Half of' }], stop } })

it.each([
  ['cancelled', ['you', 'say', 'cut']],
  ['failed', ['you', 'say', 'ended']],
] as const)('says once that a run was %s in the middle of an answer', (status, told) => {
  const run = { runId, kind: 'chat', status, createdAt: 0 } as RunRecord
  expect(shape([user('go'), cutOff('cancelled')], { [runId]: run })).toEqual(told)
})

it('says that an answer was cut by its length only where nothing continues it', () => {
  const cut = () =>
    event('message', {
      message: { role: 'assistant', parts: [{ t: 'text', text: 'One, ' }], stop: 'length' },
    })
  const goesOn = () =>
    event('harness.item', {
      kind: 'runtime-notice',
      origin: 'system',
      content: 'Go on.',
      visibility: 'hidden',
      lifetime: 'session',
      placement: 'in-place',
    })
  expect(shape([user('Count'), cut(), goesOn(), cut()])).toEqual(['you', 'say', 'say', 'cut'])
})

it('does not say that an answer was cut where its call was, for that is answered', () => {
  const parts = [{ t: 'tool_call', callId: 'c1', name: 'write', args: '{"path": "a' }]
  const cutCall = () => event('message', { message: { role: 'assistant', parts, stop: 'length' } })
  expect(shape([user('Write it'), cutCall(), answer('c1')])).toEqual(['you', ['c1: of c1']])
})

it('leads on from where the person went back to, until something else is said there', () => {
  const path = [user('go'), user('more')]
  const ahead = { from: path[0]?.id ?? null, leafId: EventId.parse('evt_00000099') }
  const rest = { messages: 3, ways: 1, isSummary: false }
  const shown = (of: readonly DurableEvent[]) =>
    aheadEntries(of, { ...ahead, ...rest }).map(({ kind }) => kind)
  expect([shown(path.slice(0, 1)), shown(path), shown([])]).toEqual([['ahead'], [], []])
  expect(aheadEntries([], { ...ahead, ...rest, from: null })).toHaveLength(1)
})

describe('what can be gone on with', () => {
  const run = (status: RunRecord['status'], more: Partial<RunRecord> = {}) =>
    ({ runId, kind: 'chat', status, createdAt: 0, ...more }) as RunRecord
  const other = RunId.parse('run_00000002')
  const end = (path: readonly DurableEvent[], runs: Record<string, RunRecord>) => {
    const entries = storedEntries(path, runs)
    const ways = entries.flatMap((entry) => ('goesOn' in entry && entry.goesOn !== null ? [entry.kind] : []))
    return { kinds: entries.map(({ kind }) => kind), ways }
  }

  it('stands at the reason why a run ended, at the end only', () => {
    const failed = { [runId]: run('failed') }
    expect(end([user('go')], failed)).toEqual({ kinds: ['you', 'ended'], ways: ['ended'] })
    const first = user('go')
    const later = { ...user('again'), runId: other } as DurableEvent
    expect(end([first, later], failed)).toEqual({
      kinds: ['you', 'ended', 'you', 'open'],
      ways: ['open'],
    })
  })

  it('stands in a row of its own where nothing else says so, unless somebody is at work', () => {
    expect(end([user('go')], {})).toEqual({ kinds: ['you', 'open'], ways: ['open'] })
    expect(end([user('go')], { [runId]: run('running') })).toEqual({ kinds: ['you'], ways: [] })
  })

  it('stands where an answer was stopped', () => {
    expect(end([user('go'), cutOff('cancelled')], { [runId]: run('cancelled') })).toEqual({
      kinds: ['you', 'say', 'cut'],
      ways: ['cut'],
    })
  })

  it('tells of the newest try only where one run took up another and came to nothing either', () => {
    const again = run('failed', { runId: other, retryOf: runId })
    const entries = storedEntries([user('go')], { [runId]: run('failed'), [other]: again })
    expect(entries.map((entry) => (entry.kind === 'ended' ? entry.run.runId : entry.kind))).toEqual([
      'you',
      other,
    ])
  })
})
