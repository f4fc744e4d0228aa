import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { TeamId } from '#shared/ids.ts'
import type { TeamView } from '#shared/team/team.ts'
import type { Api } from '../../api.ts'
import { createTeamsStore } from './teams-store.ts'

const view = (name: string, endedAt: number | null = null) =>
  ({ team: { id: `tea_${name}`, name, createdAt: name.length, endedAt } }) as TeamView
const id = (name: string) => `tea_${name}` as TeamId

/** A main that answers when the test says so. */
function open() {
  const asked: { what: string; answer: (value: unknown) => void; fail: (error: unknown) => void }[] = []
  const call = (what: string) =>
    new Promise((resolve, reject) => {
      asked.push({ what, answer: resolve, fail: reject })
    })
  const teams = createTeamsStore({ call, onEvent: () => () => undefined } as unknown as Api)
  const names = () => teams.store.getState().teams?.map(({ team }) => team.name) ?? null
  const loaded = async (...all: readonly string[]) => {
    teams.watch()
    const done = teams.load()
    asked[0]?.answer(all.map((name) => view(name)))
    await done
  }
  return { teams, asked, names, loaded }
}

describe('the teams of a window', () => {
  it('are asked for once more when several things changed while main was answering', async () => {
    const { teams, asked, names } = open()
    teams.watch()
    const changed = () => teams.changed(id('docs'))
    const done = Promise.all([teams.load(), changed(), changed(), changed()])
    asked[0]?.answer([view('docs')])
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.answer([view('docs'), view('export')])
    await done
    expect([names(), asked.length]).toEqual([['docs', 'export'], 2])
  })

  it('are asked for one by one as they change: the one that did, and nothing else', async () => {
    const { teams, asked, names, loaded } = open()
    await loaded('docs')
    const changed = () => teams.changed(id('export'))
    const done = Promise.all([changed(), changed(), changed()])
    asked[1]?.answer(view('export'))
    await expect.poll(() => asked.length).toBe(3)
    asked[2]?.answer(view('export'))
    await done
    expect([names(), asked.map(({ what }) => what)]).toEqual([
      ['docs', 'export'],
      ['team.list', 'team.get', 'team.get'],
    ])
  })

  it('can still be read when they are dissolved', async () => {
    const { teams, asked, names, loaded } = open()
    await loaded('docs')
    const done = teams.changed(id('docs'))
    asked[1]?.answer(view('docs', 5))
    await done
    expect([names(), teams.store.getState().read[id('docs')]?.team.endedAt]).toEqual([[], 5])
  })

  it('are not asked for while nobody looks', async () => {
    const { teams, asked } = open()
    const leave = teams.watch()
    leave()
    await teams.changed(id('docs'))
    expect(asked).toEqual([])
  })

  it('stay as they were when main cannot answer, with the reason', async () => {
    const { teams, asked, names, loaded } = open()
    await loaded('docs')
    const second = teams.load()
    asked[1]?.fail(AppError.quoting('db.full', 'The disk is full.'))
    await second
    expect([names(), teams.store.getState().problem?.message]).toEqual([['docs'], 'The disk is full.'])
  })
})
