import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { createTeamOffer } from './team-offer.ts'
import type { Seat } from './teams.ts'

const id = (name: string) => name as SessionId
const NAMES = [
  'read',
  'team_create',
  'team_delete',
  'send_message',
  'task_create',
  'task_update',
  'task_list',
]

const offered = (name: string, isOn = true) => {
  const offer = createTeamOffer({
    seatOf: (of) => (of === 'leads' || of === 'mira' ? ({} as Seat) : null),
    sessionOf: (of) =>
      of === 'copy'
        ? { parentSessionId: id('leads'), task: { callId: 'c1' as never, fork: true } }
        : { parentSessionId: null },
    isOn: () => isOn,
  })
  return NAMES.filter(offer(id(name)))
}

it('offers a chat the tool that begins a team, and the others once it is in one', () => {
  expect(offered('alone')).toEqual(['read', 'team_create'])
  expect(offered('leads')).toEqual(NAMES.filter((name) => name !== 'team_create'))
  expect(offered('mira')).toEqual(offered('leads'))
})

it('offers a copy what it copies is offered', () => {
  expect(offered('copy')).toEqual(offered('leads'))
})

it('offers none of them while teams are switched off', () => {
  expect([offered('alone', false), offered('leads', false)]).toEqual([['read'], ['read']])
})
