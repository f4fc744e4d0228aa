import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTeamRig, TEAM } from '../../../test/support/rigs/team-rig.ts'

const card = (subject: string, blockedBy: number[] = []) => ({ subject, description: '', blockedBy })
const mira = { name: 'Mira', mayAll: false }
const lead = { name: 'lead', mayAll: true }

describe('a board', () => {
  it('gives a card to the first who claims it', () => {
    const { board } = openTeamRig()
    board.add(TEAM, [card('Move the totals')])
    expect(board.claim(TEAM, 1, 'Mira')).toMatchObject({ ok: true, card: { owner: 'Mira' } })
    expect(board.claim(TEAM, 1, 'Tomas')).toEqual({ ok: false, why: 'already_claimed', owner: 'Mira' })
  })

  it('lets nobody begin what waits, and everybody once that is done', () => {
    const { board } = openTeamRig()
    board.add(TEAM, [card('First'), card('Second', [1])])
    expect(board.claim(TEAM, 2, 'Tomas')).toEqual({ ok: false, why: 'blocked', by: [1] })
    board.claim(TEAM, 1, 'Mira')
    board.move(TEAM, 1, { status: 'completed' }, mira)
    expect(board.claimNext(TEAM, 'Tomas', [])).toMatchObject({ id: 2, status: 'in_progress' })
  })

  it('gives somebody what is meant for them first', () => {
    const { board } = openTeamRig()
    board.add(TEAM, [card('Anybody'), card('Mira')])
    board.move(TEAM, 2, { owner: 'Mira' }, lead)
    expect(board.claimNext(TEAM, 'Tomas', [])?.id).toBe(1)
    expect(board.claimNext(TEAM, 'mira', [])?.id).toBe(2)
  })

  it('frees what somebody is at for the one it is given to, and refuses the end of who had it', () => {
    const { board } = openTeamRig()
    board.add(TEAM, [card('One')])
    board.claim(TEAM, 1, 'Mira')
    expect(board.move(TEAM, 1, { owner: 'Tomas' }, lead)).toMatchObject({ status: 'pending', owner: 'Tomas' })
    expect(board.claimNext(TEAM, 'Ines', [])).toBeNull()
    const end = () => board.move(TEAM, 1, { status: 'completed' }, mira)
    expect(end).toThrow('is not, or no longer, yours: Tomas has it')
    expect(board.claimNext(TEAM, 'Tomas', [])).toMatchObject({ status: 'in_progress', owner: 'Tomas' })
    expect(board.move(TEAM, 1, { owner: null }, lead)).toMatchObject({ status: 'pending', owner: null })
  })

  it('gives whoever may move all cards what they take themselves, and hands over at once what they say is begun', () => {
    const { board } = openTeamRig()
    board.add(TEAM, [card('One')])
    const stands = (to: Parameters<typeof board.move>[2]) => {
      const { status, owner } = board.move(TEAM, 1, to, lead)
      return `${status} ${owner}`
    }
    expect([
      stands({ owner: 'Mira' }),
      stands({ status: 'in_progress' }),
      stands({ status: 'in_progress', owner: 'Mira' }),
      stands({ owner: 'lead' }),
      stands({ status: 'completed' }),
      stands({ owner: 'Mira' }),
      stands({ status: 'pending', owner: 'Mira' }),
    ]).toEqual([
      'pending Mira',
      'in_progress lead',
      'in_progress Mira',
      'in_progress lead',
      'completed lead',
      'completed Mira',
      'pending Mira',
    ])
  })

  it('lets a teammate end only what it works on', () => {
    const { board } = openTeamRig()
    board.add(TEAM, [card('One'), card('Two')])
    board.claim(TEAM, 1, 'Tomas')
    const end = (id: number) => () => board.move(TEAM, id, { status: 'completed' }, mira)
    expect(end(1)).toThrow('is not, or no longer, yours: Tomas has it')
    expect(end(2)).toThrow('Card #2 is not in progress')
    expect(board.cards(TEAM).map(({ status }) => status)).toEqual(['in_progress', 'pending'])
  })

  it('refuses cards that would wait for themselves, and keeps what was there', () => {
    const { board } = openTeamRig()
    board.add(TEAM, [card('A'), card('B', [1]), card('C', [2])])
    expect(() => board.write(TEAM, 1, { blockedBy: [3] })).toThrow('#1, #3, #2, #1')
    expect(() => board.write(TEAM, 1, { blockedBy: [1] })).toThrow('wait for themselves')
    expect(board.cards(TEAM).map(({ blockedBy, blocks }) => [blockedBy, blocks])).toEqual([
      [[], [2]],
      [[1], [3]],
      [[2], []],
    ])
  })

  it('never gives a number twice', () => {
    const { board } = openTeamRig()
    board.add(TEAM, [card('A'), card('B')])
    board.remove(TEAM, 2)
    expect(board.add(TEAM, [card('C')]).map(({ id }) => id)).toEqual([3])
  })

  it('adds all cards or none', () => {
    const { board, facts } = openTeamRig()
    expect(() => board.add(TEAM, [card('A'), card('B', [9])])).toThrow('no card #9')
    expect([board.cards(TEAM), facts]).toEqual([[], []])
  })

  it('says what was made and what was done, once', () => {
    const { board, facts } = openTeamRig()
    board.add(TEAM, [card('A')])
    board.claim(TEAM, 1, 'Mira')
    board.move(TEAM, 1, { status: 'completed' }, mira)
    expect(() => board.move(TEAM, 1, { status: 'completed' }, mira)).toThrow('is done')
    expect(facts.map(({ kind }) => kind)).toEqual(['TaskCreated', 'TaskCompleted'])
  })
})

const MEMBERS = 50
const CARDS = 500

/** Each of 500 cards waits for up to three before it. */
const anyBoard = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: CARDS, maxLength: CARDS })

it('has every card done exactly once by 50 who race for 500 and are killed at any moment', () => {
  fc.assert(
    fc.property(anyBoard, fc.infiniteStream(fc.nat()), (waits, chance) => {
      const { board, facts } = openTeamRig()
      const pick = (below: number): number => (chance.next().value ?? 0) % below
      board.add(
        TEAM,
        waits.map((on, at) => card(`Card ${at + 1}`, at === 0 ? [] : on.map((each) => (each % at) + 1))),
      )
      // Cards each agent believes it owns. A killed and restarted agent still believes it.
      const holds = new Map<string, number>()
      const done = new Map<number, string>()
      const open = () => board.cards(TEAM).some(({ status }) => status !== 'completed')
      for (let round = 0; round < 60 * CARDS && done.size < CARDS; round += 1) {
        const name = `member-${pick(MEMBERS)}`
        const held = holds.get(name)
        if (pick(20) === 0) board.release(TEAM, name)
        else if (held === undefined) {
          const next = board.claimNext(TEAM, name, [])
          if (next !== null) holds.set(name, next.id)
        } else {
          holds.delete(name)
          try {
            board.move(TEAM, held, { status: 'completed' }, { name, mayAll: false })
          } catch {
            continue
          }
          expect(done.get(held)).toBeUndefined()
          done.set(held, name)
        }
      }
      expect(open()).toBe(false)
      const completed = facts.flatMap((fact) => (fact.kind === 'TaskCompleted' ? [fact.card.id] : []))
      expect([completed.length, new Set(completed).size]).toEqual([CARDS, CARDS])
      // Nothing was done before what it waits for.
      const turn = new Map(completed.map((id, at) => [id, at]))
      for (const { id, blockedBy } of board.cards(TEAM)) {
        for (const blocker of blockedBy) expect(turn.get(blocker)).toBeLessThan(turn.get(id) ?? -1)
      }
    }),
    { numRuns: 5 },
  )
}, 60_000)

it('is written anew: what it says, what it waits for, and what waits for it', () => {
  const { board } = openTeamRig()
  board.add(TEAM, [
    { subject: 'Read', description: '' },
    { subject: 'Write', description: '', blockedBy: [1] },
    { subject: 'Tell', description: '' },
  ])
  board.write(TEAM, 1, { subject: 'Read all of it', blocks: [3] })
  const waits = () => board.cards(TEAM).map(({ subject, blockedBy }) => [subject, blockedBy])
  expect(waits()).toEqual([
    ['Read all of it', []],
    ['Write', []],
    ['Tell', [1]],
  ])
  expect(() => board.write(TEAM, 3, { blocks: [1] })).toThrow('would wait for themselves')
  expect(waits()[0]).toEqual(['Read all of it', []])
})
