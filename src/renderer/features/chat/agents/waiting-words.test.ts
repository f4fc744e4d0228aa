import { describe, expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import { type Hearing, newsOf, staying, waitsFor } from './waiting-words.ts'

const inState = (state: AgentRun['state']): AgentRun => ({ state }) as AgentRun
const said = (held: boolean): QueueItem => ({
  itemId: 'qit_1' as QueueItem['itemId'],
  lane: 'steer',
  text: 'Look left',
  held,
})

describe('words that wait for an agent', () => {
  it('wait for what keeps it from its next step', () => {
    const states = [
      'running',
      'queued',
      'waiting',
      'paused',
      'done',
      'failed',
      'stopped',
      'interrupted',
    ] as const
    expect(states.map((state) => waitsFor(said(false), inState(state)))).toEqual([
      ...['step', 'place', 'answer', 'goOn', 'goOn', 'goOn', 'goOn', 'goOn'],
    ])
  })

  it('wait for the person while they are held', () => {
    expect(waitsFor(said(true), inState('running'))).toBe('release')
  })

  it('stay when it has ended, and when they are held, and go on by themselves otherwise', () => {
    const [held, free] = [said(true), said(false)]
    expect(staying([free, free], inState('running'))).toBeNull()
    expect(staying([free, held], inState('running'))).toEqual({ why: 'held', count: 1 })
    expect(staying([free, held], inState('stopped'))).toEqual({ why: 'unheard', count: 2 })
    expect(staying([], inState('stopped'))).toBeNull()
  })
})

describe('the news of words for an agent', () => {
  const before: Hearing = { sessionId: 'ses_1' as never, waiting: 1, heard: null }

  it('is that more wait, and that some were heard', () => {
    expect(newsOf(before, { ...before, waiting: 2 })).toBe('waits')
    expect(newsOf(before, { ...before, waiting: 0, heard: 'evt_1' })).toBe('heard')
  })

  it('is nothing when older words come into sight', () => {
    expect(newsOf(before, { ...before, heard: 'evt_1' })).toBeNull()
  })

  it('is nothing when they were taken out, or somebody else came into view', () => {
    expect(newsOf(before, { ...before, waiting: 0 })).toBeNull()
    expect(newsOf(before, { sessionId: 'ses_2' as never, waiting: 3, heard: 'evt_1' })).toBeNull()
  })
})
