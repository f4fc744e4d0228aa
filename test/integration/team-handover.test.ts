import { describe, expect, it } from 'vitest'
import { CALLER, type SentRequest, wordsOf } from '../support/hosts/agent-host.ts'
import { board, done, leading, openTeamHosts, teamOf } from '../support/hosts/team-host.ts'
import { type Part, use, worker } from '../support/hosts/team-script.ts'
import { createGate, type Script, textScript } from '../support/models/model-script.ts'

const open = openTeamHosts()
type Place = Awaited<ReturnType<typeof open>>
type App = Awaited<ReturnType<Place['start']>>

const idOf = async (app: App) => {
  const team = await teamOf(app)
  if (team === undefined) throw new Error('The team is gone.')
  return team.team.id
}
const heardBy = (place: Place, name: string) =>
  place
    .sent()
    .filter((request: SentRequest) => wordsOf(request).includes(`You are ${name}, a teammate`))
    .map(({ messages }) => JSON.stringify(messages.slice(2)))
/** Waits until mira works on card #1: the card is hers, and her model has been asked about it. */
const hasBegun = async (app: App, place: Place) => {
  await app.until(async () => (await board(app))?.[0] === '#1 in_progress mira')
  await app.until(() =>
    heardBy(place, 'mira').some((words) => words.includes('Card #1 of the board is yours now')),
  )
}
const afterGate = (gate: ReturnType<typeof createGate>, then: Script): Script => ({
  steps: [{ do: 'wait', gate }, ...('steps' in then ? then.steps : [])],
})
const LOOKS = use('task_list', {})
const HANGS: Script = { steps: [{ do: 'text', text: 'I am at it' }, { do: 'hang' }] }
const REST = textScript('I rest.')
/** True once a teammate has said that it rests. */
const rests = async (app: App, name: string): Promise<boolean> =>
  ((await teamOf(app))?.messages ?? []).some(({ from, body }) => from === name && body.type === 'idle')
/** What the person changes about a card. */
const write = async (app: App, card: number, owner: string | null) =>
  app.handlers['team.writeCard']({ teamId: await idOf(app), card, changes: {}, owner }, CALLER)

describe('a card that is given to somebody by name', () => {
  /** Mira is at card #1 until the gate opens; then she looks at the board, says that it is done, and rests. */
  const slowly =
    (gate: ReturnType<typeof createGate>): Part =>
    (newest, { messages }) => {
      const all = JSON.stringify(messages.slice(2))
      if (newest.includes('Card #1 of the board is yours now')) return afterGate(gate, LOOKS)
      if (all.includes('Teammates: ') && !all.includes('Card #1 is not, or no longer, yours')) return done(1)
      return REST
    }

  it.each(['lead', 'person'] as const)(
    'leaves who works on it when the %s gives it away: the new one is woken, the old one hears of it',
    async (by) => {
      const gate = createGate()
      const second = createGate()
      const place = await open({
        lead: leading(['mira', 'tomas'], (newest) =>
          newest.includes('Give it away')
            ? use('task_update', { id: 1, owner: 'tomas' })
            : textScript('I wait.'),
        ),
        mira: slowly(gate),
        // Not before mira has the card.
        tomas: (newest, request) =>
          newest.includes('Take cards') ? afterGate(second, REST) : worker(done)(newest, request),
      })
      const app = await place.start()
      const sessionId = await app.begin('Begin.')
      await hasBegun(app, place)
      second.open()
      await app.until(() => rests(app, 'tomas'))
      if (by === 'person') await write(app, 1, 'tomas')
      else {
        await app.handlers['session.send'](
          { target: { to: 'session', sessionId }, text: 'Give it away.', images: [] },
          CALLER,
        )
      }
      await app.until(async () => (await board(app))?.[1] === '#2 completed tomas')
      gate.open()
      await app.app.idle()
      expect(await board(app)).toEqual(['#1 completed tomas', '#2 completed tomas'])
      const mira = heardBy(place, 'mira')
      const told = mira.findIndex((words) => words.includes('Card #1 is not yours any more'))
      const looked = mira.findIndex((words) => words.includes('Teammates: '))
      expect([told, looked >= 0]).toEqual([looked, true])
      expect(mira.at(-1)).toContain('Card #1 is done')
    },
  )

  it('is refused to the one who had it while the new one is at it, and says whose it is', async () => {
    const [mine, second, theirs] = [createGate(), createGate(), createGate()]
    const finish = worker((card) => afterGate(theirs, done(card)))
    const place = await open({
      lead: leading(['mira', 'tomas'], () => textScript('I wait.')),
      mira: slowly(mine),
      tomas: (newest, request) =>
        newest.includes('Take cards') ? afterGate(second, REST) : finish(newest, request),
    })
    const app = await place.start()
    await app.begin('Begin.')
    await hasBegun(app, place)
    second.open()
    await app.until(() => rests(app, 'tomas'))
    await write(app, 1, 'tomas')
    await app.until(async () => (await board(app))?.[0] === '#1 in_progress tomas')
    mine.open()
    await app.until(() => heardBy(place, 'mira').some((words) => words.includes('yours: tomas has it')))
    expect((await board(app))?.[0]).toBe('#1 in_progress tomas')
    theirs.open()
    await app.until(async () => (await board(app))?.[0] === '#1 completed tomas')
    await app.app.idle()
  })

  it('is begun by who had given it back', async () => {
    let isAble = false
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: worker((card) => (isAble ? done(card) : use('task_update', { id: card, status: 'pending' }))),
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(() => heardBy(place, 'mira').some((words) => words.includes('Card #1 is free again')))
    await app.app.idle()
    expect((await board(app))?.[0]).toBe('#1 pending null')
    isAble = true
    await write(app, 1, 'mira')
    await app.until(async () => (await board(app))?.[1] === '#2 completed mira')
    await app.app.idle()
    expect((await board(app))?.[0]).toBe('#1 completed mira')
  })

  it('is told to who is at something else with its next request, and is the next it is given', async () => {
    const gate = createGate()
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: (newest, request) => {
        if (newest.includes('Card #1 of the board is yours now')) return afterGate(gate, LOOKS)
        const given = [...JSON.stringify(request.messages).matchAll(/Card #(\d+) of the board is yours now/g)]
        if (newest.includes('is meant for you') || newest.includes('Teammates: '))
          return done(Number(given.at(-1)?.[1]))
        return worker(done)(newest, request)
      },
    })
    const app = await place.start()
    await app.begin('Begin.')
    await hasBegun(app, place)
    const teamId = await idOf(app)
    for (const subject of ['Tell', 'Show']) {
      await app.handlers['team.addCard']({ teamId, card: { subject, description: '' } }, CALLER)
    }
    await write(app, 4, 'mira')
    gate.open()
    await app.until(async () => (await board(app))?.every((line) => line.includes('completed')) ?? false)
    await app.app.idle()
    const heard = heardBy(place, 'mira')
    const told = heard.findIndex((words) => words.includes('Card #4 of the board is meant for you: Show'))
    const looked = heard.findIndex((words) => words.includes('Teammates: '))
    expect([told, looked >= 0]).toEqual([looked, true])
    const order = [...(heard.at(-1) ?? '').matchAll(/Card #(\d+) of the board is yours now/g)]
    expect(order.map(([, id]) => id)).toEqual(['1', '4', '2', '3'])
  })

  it('wakes who rests with it unfinished', async () => {
    let isAble = false
    const place = await open({
      lead: leading(['mira'], (newest) =>
        newest.includes('Once more') ? use('task_update', { id: 1, owner: 'mira' }) : textScript('I wait.'),
      ),
      mira: (newest, request) => (isAble ? worker(done)(newest, request) : REST),
    })
    const app = await place.start()
    const sessionId = await app.begin('Begin.')
    await app.until(async () => JSON.stringify(await app.look(sessionId)).includes('It has not finished #1'))
    await app.app.idle()
    expect((await board(app))?.[0]).toBe('#1 in_progress mira')
    isAble = true
    await app.say(sessionId, 'Once more.')
    await app.until(async () => (await board(app))?.[1] === '#2 completed mira')
    await app.app.idle()
    expect(JSON.stringify(await app.look(sessionId))).toContain('Card #1 is for mira, who is told.')
  })

  it('brings back who was cut off', async () => {
    let isAble = false
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: (newest, request) => {
        if (isAble) return worker(done)(newest, request)
        return newest.includes('Card #1') ? HANGS : REST
      },
    })
    const app = await place.start()
    await app.begin('Begin.')
    await hasBegun(app, place)
    const stateOf = async () => (await teamOf(app))?.members[0]
    const sessionId = (await stateOf())?.sessionId
    if (sessionId === undefined) throw new Error('Nobody has joined.')
    await app.handlers['agent.stop']({ sessionId }, CALLER)
    await app.until(async () => (await stateOf())?.state === 'dead')
    expect((await board(app))?.[0]).toBe('#1 pending null')
    isAble = true
    await write(app, 1, 'mira')
    await app.until(async () => (await board(app))?.[1] === '#2 completed mira')
    await app.app.idle()
    expect([(await board(app))?.[0], (await stateOf())?.state]).toEqual(['#1 completed mira', 'active'])
  })

  it('is off the board for who was at it as well, or done, when the person says so', async () => {
    const gates = { mira: createGate(), tomas: createGate() }
    const part =
      (gate: ReturnType<typeof createGate>): Part =>
      (newest) =>
        newest.includes('of the board is yours now') ? afterGate(gate, LOOKS) : REST
    const place = await open({
      lead: leading(['mira', 'tomas'], () => textScript('I wait.')),
      mira: part(gates.mira),
      tomas: part(gates.tomas),
    })
    const app = await place.start()
    await app.begin('Begin.')
    const isAt = (card: string) => () =>
      JSON.stringify(place.sent()).includes(`${card} of the board is yours now`)
    await app.until(isAt('#1'))
    const teamId = await idOf(app)
    await app.handlers['team.moveCard']({ teamId, card: 1, status: 'completed' }, CALLER)
    await app.until(isAt('#2'))
    await app.handlers['team.removeCard']({ teamId, card: 2 }, CALLER)
    gates.mira.open()
    gates.tomas.open()
    await app.app.idle()
    const all = JSON.stringify(place.sent().map(({ messages }) => messages))
    expect(all).toContain('Card #1 was set to done by the person: Read. Do not go on with it.')
    expect(all).toContain('Card #2 was taken off the board: Write. Do not go on with it.')
  })
})
