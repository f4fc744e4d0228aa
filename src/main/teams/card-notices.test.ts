import { expect, it } from 'vitest'
import type { CardMessage } from '#shared/team/message.ts'
import { AT, openTeamRig, TEAM } from '../../../test/support/rigs/team-rig.ts'
import { cardNoticesOf } from './card-notices.ts'

const letter = (type: CardMessage['body']['type'], card = 1): CardMessage => ({
  id: 1,
  sent: 1,
  from: 'lead',
  to: 'Mira',
  toAll: false,
  at: AT,
  readAt: null,
  body: { type, card, subject: 'One' },
})
const lead = { name: 'lead', mayAll: true }

it('says of a card that was given what it comes to as the board stands, once', () => {
  const { board } = openTeamRig()
  board.add(TEAM, [
    { subject: 'One', description: '' },
    { subject: 'Two', description: '', blockedBy: [1] },
  ])
  const heard = (...letters: CardMessage[]) =>
    cardNoticesOf(letters, 'mira', board.cards(TEAM)).map(({ words, isBegun }) => [
      words.split('\n')[0],
      isBegun,
    ])
  const given = letter('task_assignment')
  const taken = letter('task_withdrawn')
  board.move(TEAM, 1, { owner: 'Mira' }, lead)
  board.move(TEAM, 2, { owner: 'Mira' }, lead)
  expect(heard(given, letter('task_assignment', 2), given)).toEqual([
    [expect.stringContaining('#1 of the board is meant for you: One. You are given it when'), false],
    [expect.stringContaining('#2 of the board is meant for you: Two. It waits for #1'), false],
  ])
  board.move(TEAM, 1, { status: 'in_progress', owner: 'Mira' }, lead)
  expect(heard(taken, given)).toEqual([['Card #1 of the board is yours now: One', true]])
  board.move(TEAM, 1, { owner: 'Tomas' }, lead)
  expect(heard(taken)).toEqual([[expect.stringContaining('It was given to Tomas. Tell Tomas'), false]])
  // It never heard that it had been given the card.
  expect(heard(given, taken)).toEqual([])
  board.move(TEAM, 1, { owner: 'you' }, lead)
  expect(heard(taken)).toEqual([[expect.stringMatching(/It was given to the person\.$/), false]])
  board.move(TEAM, 1, { owner: 'Mira', status: 'completed' }, lead)
  expect(heard(taken)).toEqual([[expect.stringContaining('#1 was set to done by the lead'), false]])
  board.remove(TEAM, 1)
  expect(heard(taken)).toEqual([[expect.stringContaining('#1 was taken off the board'), false]])
})
