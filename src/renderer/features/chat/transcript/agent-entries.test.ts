import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { CallId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Sentence } from '#shared/sentences.ts'
import { call, event, runId, user } from '../../../../../test/support/desktop/shown-events.ts'
import { storedEntries } from './entries.ts'

describe('who wrote what an agent is told', () => {
  const writers = (path: readonly DurableEvent[], session: Parameters<typeof storedEntries>[2]) =>
    storedEntries(path, {}, session).flatMap((entry) =>
      entry.kind === 'you' || entry.kind === 'steer' ? [entry.by] : [],
    )
  const first = (text: string) => ({ ...user(text), parentId: null })
  const from = (channel: string, text: string) =>
    event('message', { message: { role: 'user', parts: [{ t: 'text', text }] }, origin: { channel } })
  const copied = () =>
    event('harness.item', { kind: 'fork', origin: 'system', visibility: 'display', content: 'x' })
  const task = (callId: string, fork: boolean) => ({
    kind: 'child' as const,
    task: { callId: CallId.parse(callId), fork },
  })

  it('is in every message that names its writer', () => {
    const joined = (data: object) =>
      event('harness.item', { kind: 'steer', origin: 'user', visibility: 'display', content: 'x', ...data })
    const path = [
      from('employer', 'Look'),
      user('Also'),
      from('app', 'Go on'),
      joined({}),
      joined({ data: { by: 'employer' } }),
    ]
    expect(writers(path, task('c1', false))).toEqual(['employer', 'person', 'app', 'person', 'employer'])
  })

  it('is whoever gave the work for the first message of an older log', () => {
    expect(writers([first('Look'), user('Also')], task('c1', false))).toEqual(['employer', 'person'])
    expect(writers([first('Look')], { kind: 'child' })).toEqual(['employer'])
  })

  it('is the person in a chat, and where the beginning of an older log is not at hand', () => {
    expect(writers([first('Look')], { kind: 'chat' })).toEqual(['person'])
    expect(writers([user('Also')], task('c1', false))).toEqual(['person'])
  })

  it('is in a copy whoever made it for its task, and the person for what stands before', () => {
    const path = () => [first('go'), copied(), user('Try it')]
    expect(writers(path(), task('c1', true))).toEqual(['person', 'employer'])
    expect(writers(path(), task('fork-run_00000009', true))).toEqual(['person', 'person'])
  })
})

describe('news that somebody in a team rests', () => {
  const news = (team: string, name: string, open = '') => {
    const said = [
      { name: 'team.news', facts: { team } },
      { name: 'team.idle', facts: { name } },
      ...(open === '' ? [] : [{ name: 'team.unfinished', facts: { cards: open } }]),
    ]
    const words = { content: `${name} is idle.`, visibility: 'compact', data: { said } }
    return event('harness.item', { kind: 'team-notice', origin: 'system', ...words })
  }
  const told = (path: readonly DurableEvent[]) =>
    storedEntries(path, {}).flatMap((entry) => (entry.kind === 'note' ? [newsIn(entry.said)] : [entry.kind]))

  /** Of which team, and who. */
  const newsIn = (said: readonly Sentence[]) => `${said[0]?.facts?.['team']} ${said[1]?.facts?.['name']}`

  it('takes the place of such news directly before it', () => {
    expect(told([news('a', 'ines'), news('a', 'tomas'), news('a', 'mira')])).toEqual(['a mira'])
  })

  it('leaves news of another team, of open cards, and what stands elsewhere', () => {
    expect(told([news('a', 'ines'), news('b', 'tomas')])).toEqual(['a ines', 'b tomas'])
    expect(told([news('a', 'ines', '#3'), news('a', 'mira')])).toEqual(['a ines', 'a mira'])
    expect(told([news('a', 'ines'), call('a', 'x'), news('a', 'mira')])).toHaveLength(4)
  })
})

describe('the end of an agent', () => {
  const said = (attrs: object, data?: object) =>
    event('harness.item', {
      kind: 'child-summary',
      content: 'For a model. Found.',
      visibility: 'display',
      attrs,
      data,
    })
  const ends = (attrs: object, data?: object) =>
    storedEntries([said(attrs, data)], {}).map((entry) =>
      entry.kind === 'agentEnded'
        ? [entry.state, entry.report.end?.words ?? null, entry.report.agent]
        : entry.kind,
    )

  it('says how it ended and which words of the report are its own, and is read in older logs too', () => {
    const attrs = { title: 'Map', id: 'ses_00000002', status: 'failed' }
    const end = { state: 'paused', problem: null, said: [], words: [13, 19] }
    expect(ends(attrs, { end })).toEqual([['paused', [13, 19], 'ses_00000002']])
    expect(ends(attrs)).toEqual([['failed', null, 'ses_00000002']])
    expect(ends(attrs, { end: { ...end, state: 'sunk' } })).toEqual([['failed', null, 'ses_00000002']])
    expect(ends({ ...attrs, status: 'completed' })).toEqual([['done', null, 'ses_00000002']])
  })

  it('leaves the way on at the reason why the chat itself ended', () => {
    const failed = { runId, kind: 'chat', status: 'failed' } as unknown as RunRecord
    const asked = user('go')
    const note = { ...said({ title: 'Map', status: 'failed' }), runId: undefined } as unknown as DurableEvent
    const entries = storedEntries([asked, note], { [runId]: failed })
    expect(entries.map((entry) => [entry.kind, 'goesOn' in entry ? entry.goesOn : null])).toEqual([
      ['you', null],
      ['ended', 'ses_00000001'],
      ['agentEnded', null],
    ])
  })
})
