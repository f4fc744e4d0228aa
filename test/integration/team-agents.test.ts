import { describe, expect, it } from 'vitest'
import { CALLER, type SentRequest, wordsOf } from '../support/hosts/agent-host.ts'
import { held } from '../support/hosts/rule-host.ts'
import { openTeamHosts, teamOf } from '../support/hosts/team-host.ts'
import { type Part, takeIn, use } from '../support/hosts/team-script.ts'
import { callScript, createGate, type Script, textScript } from '../support/models/model-script.ts'

const open = openTeamHosts()

/** Who leads makes a team without a board and takes one in. */
const leading =
  (then: (newest: string) => Script, mira: Script = takeIn('mira')): Part =>
  (newest) => {
    if (newest.includes('Begin')) return use('team_create', { name: 'docs' })
    return newest.includes('you lead it') ? mira : then(newest)
  }

type Offered = {
  readonly function: {
    readonly name: string
    readonly description: string
    readonly parameters: { readonly properties: Readonly<Record<string, unknown>> }
  }
}

/** The tool for giving work away, as it is offered in a request. */
const agentToolIn = (request: SentRequest | undefined) =>
  (request as { readonly tools?: readonly Offered[] } | undefined)?.tools?.find(
    (tool) => tool.function.name === 'agent',
  )?.function

describe('a teammate', () => {
  it('is not offered to work beside its agents, and is told so when it tries', async () => {
    const look = { title: 'Look', prompt: 'LOOK around.' }
    const place = await open({
      lead: leading((newest) => textScript(newest.includes('LOOK') ? 'I saw it.' : 'I wait.')),
      mira: (newest) => {
        if (newest.includes('Take cards')) return use('agent', { ...look, background: true })
        if (newest.includes('leave out background')) return use('agent', { ...look, name: 'ines' })
        if (newest.includes('Only who leads')) return use('agent', look)
        return textScript('I rest.')
      },
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(() => place.sent().some((request) => wordsOf(request).includes('I saw it.')))
    await app.app.idle()
    const isMira = (request: SentRequest) => wordsOf(request).includes('You are mira')
    const [mira, lead] = [place.sent().find(isMira), place.sent().find((request) => !isMira(request))]
    const offered = [lead, mira].map((request) =>
      Object.keys(agentToolIn(request)?.parameters.properties ?? {}),
    )
    const common = ['title', 'prompt', 'agent', 'model', 'resume', 'timeLimit', 'isolation']
    expect(offered.map((names) => names.toSorted())).toEqual([
      [...common, 'background', 'fork', 'name', 'plans'].toSorted(),
      common.toSorted(),
    ])
    expect(agentToolIn(mira)?.description).toContain('The agents you can give work to')
  })

  it('goes on with what an agent of its own found that was moved to the background', async () => {
    const gate = createGate()
    const place = await open({
      lead: leading((newest) => (newest.includes('LOOK') ? held(gate, 'found it') : textScript('I wait.'))),
      mira: (newest) => {
        if (newest.includes('Take cards')) return use('agent', { title: 'Look', prompt: 'LOOK around.' })
        if (newest.includes('found it')) {
          return use('send_message', { to: 'lead', summary: 'Found', text: 'It is there.' })
        }
        return textScript('I rest.')
      },
    })
    const app = await place.start()
    const chat = await app.begin('Begin.')
    const agents = async () => app.handlers['agent.runs']({ sessionId: chat }, CALLER)
    const looks = async () => (await agents()).find(({ title }) => title === 'Look')
    await app.until(async () => (await looks())?.state === 'running')
    const sessionId = (await looks())?.sessionId
    if (sessionId === undefined) throw new Error('Nobody looks.')
    await app.handlers['agent.toBackground']({ sessionId }, CALLER)
    await app.until(async () => (await agents()).find(({ title }) => title === 'mira')?.state === 'done')
    gate.open()
    await app.until(async () => JSON.stringify((await app.look(chat)).path).includes('It is there.'))
    await app.app.idle()
    expect((await teamOf(app))?.members).toMatchObject([{ name: 'mira', state: 'active' }])
  })

  it('takes along what still works for it when its team is dissolved at once, although it rests', async () => {
    const place = await open({
      lead: leading((newest) =>
        newest.includes('LOOK')
          ? { steps: [{ do: 'text', text: 'I look' }, { do: 'hang' }] }
          : textScript('I wait.'),
      ),
      mira: (newest) =>
        newest.includes('Take cards')
          ? use('agent', { title: 'Look', prompt: 'LOOK around.' })
          : textScript('I rest.'),
    })
    const app = await place.start()
    const chat = await app.begin('Begin.')
    const agent = async (name: string) =>
      (await app.handlers['agent.runs']({ sessionId: chat }, CALLER)).find(({ title }) => title === name)
    await app.until(async () => (await agent('Look'))?.state === 'running')
    const looks = await agent('Look')
    const team = (await teamOf(app))?.team
    if (looks === undefined || team === undefined) throw new Error('Nobody looks, or there is no team.')
    await app.handlers['agent.toBackground']({ sessionId: looks.sessionId }, CALLER)
    await app.until(async () => (await agent('mira'))?.state === 'done')
    await app.handlers['team.delete']({ teamId: team.id, stop: true }, CALLER)
    expect((await agent('Look'))?.state).toBe('stopped')
    await app.app.idle()
  })

  it('is given no time limit, and is not spoken to past its mailbox', async () => {
    const late = { title: 'mira', prompt: 'Take cards.', name: 'mira', timeLimit: 60 }
    const place = await open({
      lead: leading(
        (newest) => {
          if (newest.includes('has no time limit')) return takeIn('mira')
          if (newest.includes('has joined'))
            return use('agent', { title: 'More', prompt: 'MORE', resume: 'Mira' })
          return textScript('I wait.')
        },
        callScript([{ name: 'agent', args: late }]),
      ),
      mira: () => textScript('I rest.'),
    })
    const app = await place.start()
    await app.begin('Begin.')
    const heard = (words: string) => place.sent().some((request) => wordsOf(request).includes(words))
    await app.until(() => heard('Mira is a teammate: write to it with send_message.'))
    await app.app.idle()
    expect([heard('A teammate has no time limit: leave out timeLimit, or name.'), heard('MORE"}')]).toEqual([
      true,
      false,
    ])
    expect((await teamOf(app))?.members.map(({ name }) => name)).toEqual(['mira'])
  })
})
