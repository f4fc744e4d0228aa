import { expect, it } from 'vitest'
import type { AgentRunState } from '#shared/agent/agent-run.ts'
import type { MemberState } from '#shared/team/team.ts'
import { moodOf } from './member-state.ts'

const mood = (state: MemberState, run: AgentRunState | null) =>
  moodOf({ state }, run === null ? null : { state: run })

it('says of a teammate what its run does, and that it rests between two of them', () => {
  expect([mood('active', 'running'), mood('active', 'queued'), mood('active', 'paused')]).toEqual([
    'working',
    'queued',
    'paused',
  ])
  expect([mood('active', 'done'), mood('active', null)]).toEqual(['resting', 'resting'])
})

it('puts what it asks before a wish that it stops, and its end before everything', () => {
  expect([mood('active', 'waiting'), mood('stopping', 'waiting'), mood('stopping', 'running')]).toEqual([
    'asking',
    'asking',
    'stopping',
  ])
  expect([mood('dead', 'running'), mood('left', 'running')]).toEqual(['cutOff', 'left'])
})
