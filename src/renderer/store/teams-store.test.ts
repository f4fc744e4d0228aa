import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { TeamView } from '#shared/team/team.ts'
import type { Api } from '../api.ts'
import { createTeamsStore } from './teams-store.ts'

const view = (name: string) => ({ team: { name } }) as TeamView

/** A main that answers when the test says so. */
function open() {
  const asked: { answer: (names: string[]) => void; fail: (error: unknown) => void }[] = []
  const call = () =>
    new Promise((resolve, reject) => {
      asked.push({ answer: (names) => resolve(names.map(view)), fail: reject })
    })
  const teams = createTeamsStore({ call, onEvent: () => () => undefined } as unknown as Api)
  const names = () => teams.store.getState().teams?.map(({ team }) => team.name) ?? null
  return { teams, asked, names }
}

describe('the teams of a window', () => {
  it('are asked for once more when several things changed while main was answering', async () => {
    const { teams, asked, names } = open()
    teams.watch()
    const done = teams.load()
    await Promise.all([teams.changed(), teams.changed(), teams.changed()])
    asked[0]?.answer(['docs'])
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.answer(['docs', 'export'])
    await done
    expect([names(), asked.length]).toEqual([['docs', 'export'], 2])
  })

  it('are not asked for while nobody looks', async () => {
    const { teams, asked } = open()
    const leave = teams.watch()
    leave()
    await teams.changed()
    expect(asked).toEqual([])
  })

  it('stay as they were when main cannot answer, with the reason', async () => {
    const { teams, asked, names } = open()
    const first = teams.load()
    asked[0]?.answer(['docs'])
    await first
    const second = teams.load()
    asked[1]?.fail(new AppError('db.full', 'The disk is full.'))
    await second
    expect([names(), teams.store.getState().problem?.message]).toEqual([['docs'], 'The disk is full.'])
  })
})
