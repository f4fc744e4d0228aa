import { expect, it } from 'vitest'
import { openTeamRig, TEAM } from '../../../test/support/rigs/team-rig.ts'
import { uncheckedOf } from './verification.ts'

const BY = { name: 'mira', mayAll: false }

it('counts what was done since somebody checked, by the subject of the card or by what it says it verifies', () => {
  const { board } = openTeamRig()
  const subjects = ['Read', 'Write', 'Compare both', 'Remove', '核对结果', 'Tell']
  const cards = board.add(
    TEAM,
    subjects.map((subject) => ({ subject, description: '' })),
  )
  const unchecked = cards.map(({ id }) => {
    board.claim(TEAM, id, 'mira')
    board.move(TEAM, id, { status: 'completed' }, BY)
    return uncheckedOf(board.cards(TEAM)).map((card) => card.id)
  })
  expect(unchecked).toEqual([[1], [1, 2], [], [4], [], [6]])
  const [last] = board.add(TEAM, [{ subject: 'Look', description: '', metadata: { verifies: '6' } }])
  board.claim(TEAM, last?.id ?? 0, 'mira')
  board.move(TEAM, last?.id ?? 0, { status: 'completed' }, BY)
  expect(uncheckedOf(board.cards(TEAM))).toEqual([])
})
