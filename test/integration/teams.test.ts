import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CALLER, type SentRequest, toolsOf, wordsOf } from '../support/hosts/agent-host.ts'
import { board, done, leading, openTeamHosts, teamOf } from '../support/hosts/team-host.ts'
import { takeIn, use, worker } from '../support/hosts/team-script.ts'
import { textScript } from '../support/models/model-script.ts'

const open = openTeamHosts()

describe('a team', () => {
  it('does its cards in order, tells who leads, and is dissolved', async () => {
    const place = await open({
      lead: leading(['mira', 'tomas'], (newest) =>
        newest.includes('2 of 2 cards are done') ? use('team_delete', {}) : textScript('I wait.'),
      ),
      mira: worker(done),
      tomas: worker(done),
    })
    const app = await place.start()
    const sessionId = await app.begin('Begin.')
    const isOver = async () => JSON.stringify((await app.look(sessionId)).path).includes('is dissolved.')
    await app.until(isOver)
    await app.app.idle()
    const { path } = await app.look(sessionId)
    const words = JSON.stringify(path)
    expect(words).toContain('is idle. 2 of 2 cards are done')
    expect(words).toContain('The team “docs” is dissolved.')
    const member = place.sent().find((request) => wordsOf(request).includes('You are mira'))
    expect(toolsOf(member)).toEqual(
      expect.arrayContaining(['send_message', 'task_create', 'task_update', 'task_list', 'agent']),
    )
    expect(toolsOf(member)).not.toContain('team_create')
  })

  it('offers a chat to begin a team, and what belongs to one from then on until it is dissolved', async () => {
    const place = await open({
      lead: leading(['mira'], (newest) =>
        newest.includes('2 of 2 cards are done') ? use('team_delete', {}) : textScript('I wait.'),
      ),
      mira: worker(done),
    })
    const app = await place.start()
    const hears = (words: string) => (request: SentRequest) =>
      JSON.stringify(request.messages.at(-1)).includes(words)
    await app.begin('Begin with a team.')
    await app.until(() => place.sent().some(hears('is dissolved')))
    await app.app.idle()
    const ofLead = place.sent().filter((request) => !wordsOf(request).includes('You are mira'))
    const afterwards = ofLead.find(hears('is dissolved'))
    const within = ['team_delete', 'send_message', 'task_create', 'task_update', 'task_list']
    // The tool list stays as it was: the tools are announced, with all a call needs.
    const all = [...new Set(ofLead.map((request) => toolsOf(request).join()))]
    expect(all).toHaveLength(1)
    expect(within.filter((name) => all[0]?.split(',').includes(name))).toEqual([])
    const announced = (request: SentRequest | undefined) =>
      ['team_create', ...within].filter((name) => request && wordsOf(request).includes(`\`${name}\`\\n`))
    expect([announced(ofLead[0]), announced(ofLead[1])]).toEqual([
      ['team_create'],
      ['team_create', ...within],
    ])
    const gone = (names: readonly string[]) => `are gone and cannot be called: ${names.join(', ')}`
    expect(ofLead[1] && wordsOf(ofLead[1])).toContain(gone(['team_create']))
    expect(afterwards && wordsOf(afterwards)).toContain(gone(within))
  })

  it('is not offered, and cannot be begun, while teams are switched off', async () => {
    const place = await open({
      lead: (newest) =>
        newest.includes('Begin') ? use('team_create', { name: 'docs' }) : textScript('So be it.'),
    })
    const app = await place.start()
    await app.handlers['settings.set']({ teams: false }, CALLER)
    await app.begin('Begin.')
    await app.app.idle()
    const [first, second] = place.sent()
    expect(toolsOf(first).filter((name) => name.startsWith('team_'))).toEqual([])
    expect(JSON.stringify(second?.messages.at(-1))).toContain('Teams are switched off')
    expect(await teamOf(app)).toBeUndefined()
  })

  it('is dissolved as soon as those who were at work have gone, not when the wait for them is over', async () => {
    const place = await open({
      lead: leading(['mira'], (newest) =>
        newest.includes('has joined') ? use('team_delete', { waitSeconds: 600 }) : textScript('I wait.'),
      ),
      mira: (newest, request) =>
        newest.includes('Take cards') ? use('task_list', {}) : worker(done)(newest, request),
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(() =>
      place.sent().some(({ messages }) => JSON.stringify(messages.at(-1)).includes('is dissolved')),
    )
    await app.app.idle()
    expect(await teamOf(app)).toBeUndefined()
  })

  it('rests while teams are switched off, and goes on when they are switched on', async () => {
    const place = await open({ lead: leading(['mira'], () => textScript('I wait.')), mira: worker(done) })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(async () => (await board(app))?.[1] === '#2 completed mira')
    await app.app.idle()
    const teamId = (await teamOf(app))?.team.id
    if (teamId === undefined) throw new Error('The team is gone.')
    await app.handlers['settings.set']({ teams: false }, CALLER)
    await app.handlers['team.addCard']({ teamId, card: { subject: 'More', description: '' } }, CALLER)
    await app.app.idle()
    expect((await board(app))?.[2]).toBe('#3 pending null')
    await app.handlers['settings.set']({ teams: true }, CALLER)
    await app.until(async () => (await board(app))?.[2] === '#3 completed mira')
    await app.app.idle()
  })

  it('tells hooks of cards that are made and done, and of who rests', async () => {
    const place = await open({
      lead: leading(['mira'], (newest) =>
        newest.includes('2 of 2 cards are done') ? use('team_delete', {}) : textScript('I wait.'),
      ),
      mira: worker(done),
    })
    for (const name of ['created', 'completed', 'idle']) {
      const on = name === 'idle' ? 'teammate.idle' : `task.${name}`
      await place.put(`home/hooks/${name}.toml`, `on = "${on}"\ncommand = "cat >> heard-${name}.jsonl"\n`)
    }
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(async () => (await teamOf(app)) === undefined && app.heard.length > 0)
    await app.app.idle()
    const heard = (name: string): Promise<string> =>
      readFile(join(app.project.path, `heard-${name}.jsonl`), 'utf8').catch(() => '')
    await expect.poll(() => heard('created')).toMatch(/"Read"[\s\S]*"Write"/)
    await expect.poll(() => heard('completed')).toContain('"owner":"mira"')
    await expect.poll(() => heard('idle')).toContain('"name":"mira"')
  })

  it('hears words and never the signals behind them', async () => {
    const place = await open({
      lead: leading(['mira'], (newest) => {
        if (newest.includes('has joined'))
          return use('send_message', { to: 'mira', summary: 'Hurry', text: 'Be quick.' })
        if (newest.includes('I found it')) return use('send_message', { to: 'mira', ask: 'shutdown' })
        return textScript('I wait.')
      }),
      mira: (newest, request) => {
        if (newest.includes('Be quick')) {
          return use('send_message', { to: 'lead', summary: 'Found', text: 'I found it.' })
        }
        return worker(done)(newest, request)
      },
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(async () => (await teamOf(app))?.members[0]?.state === 'left')
    await app.app.idle()
    const all = JSON.stringify(place.sent().map(({ messages }) => messages))
    expect(all.includes('<team-message from=\\"lead\\" summary=\\"Hurry\\" to=\\"you\\">')).toBe(true)
    for (const signal of ['shutdown_request', 'shutdown_approved', 'task_assignment', 'permission_request']) {
      expect([signal, all.includes(signal)]).toEqual([signal, false])
    }
    const types = (await teamOf(app))?.messages.map(({ body }) => body.type)
    expect(types).toEqual(expect.arrayContaining(['shutdown_request', 'shutdown_approved', 'text']))
  })

  it('is told who there is when a message or a card is for nobody', async () => {
    const place = await open({
      lead: leading(['mira'], (newest) => {
        if (newest.includes('has joined'))
          return use('send_message', { to: '@mira', summary: 'Hurry', text: 'Be quick.' })
        if (newest.includes('@mira')) return use('task_update', { id: 2, owner: 'mara' })
        return textScript('I wait.')
      }),
      mira: worker(done),
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(async () => (await board(app))?.[1]?.includes('completed') ?? false)
    await app.app.idle()
    const all = JSON.stringify(place.sent().map(({ messages }) => messages))
    const told = ['@mira', 'mara'].map((name) =>
      all.includes(`No teammate is named ${name}. The teammates are: mira.`),
    )
    expect(told).toEqual([true, true])
  })

  it('lets no teammate take teammates in, and lets it start agents of its own', async () => {
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: (newest) => {
        if (newest.includes('Take cards')) return takeIn('ines')
        if (newest.includes('Only who leads')) {
          return use('agent', { title: 'Look', prompt: 'LOOK around.', agent: 'explore' })
        }
        return textScript('I rest.')
      },
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(
      async () => (await teamOf(app))?.messages.some(({ body }) => body.type === 'idle') ?? false,
    )
    await app.app.idle()
    expect((await teamOf(app))?.members.map(({ name }) => name)).toEqual(['mira'])
    expect(place.sent().some((request: SentRequest) => wordsOf(request).includes('LOOK around'))).toBe(true)
  })

  it('frees what a teammate had begun when the app ended, once, and brings it back by a message', async () => {
    let isUp = false
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: (newest, request) => {
        const hangs = newest.includes('Card #1') && !isUp
        return hangs
          ? { steps: [{ do: 'text', text: 'I am at it' }, { do: 'hang' }] }
          : worker(done)(newest, request)
      },
    })
    const first = await place.start()
    await first.begin('Begin.')
    await first.until(async () => (await board(first))?.[0] === '#1 in_progress mira')
    await first.until(() => place.sent().some((request) => wordsOf(request).includes('Card #1')))
    await first.app.close()

    const second = await place.start()
    expect(await board(second)).toEqual(['#1 pending null', '#2 pending null'])
    const team = await teamOf(second)
    expect(team?.members).toMatchObject([
      { name: 'mira', state: 'dead', problem: expect.stringContaining('app ended') },
    ])
    isUp = true
    if (team === undefined) throw new Error('The team is gone.')
    await second.handlers['team.message'](
      { teamId: team.team.id, to: 'mira', text: 'Go on, please.' },
      CALLER,
    )
    await second.until(async () => (await board(second))?.[1] === '#2 completed mira')
    await second.app.idle()
    expect(await board(second)).toEqual(['#1 completed mira', '#2 completed mira'])
  })

  it('stays while somebody is at work, unless the person wants them stopped', async () => {
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: (newest) =>
        newest.includes('Card #1')
          ? { steps: [{ do: 'text', text: 'I am at it' }, { do: 'hang' }] }
          : textScript('I rest.'),
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(async () => (await board(app))?.[0] === '#1 in_progress mira')
    const teamId = (await teamOf(app))?.team.id
    if (teamId === undefined) throw new Error('The team is gone.')
    const dissolve = (stop: boolean) => app.handlers['team.delete']({ teamId, stop }, CALLER)
    await expect(dissolve(false)).rejects.toThrow('still running: mira')
    await dissolve(true)
    await app.app.idle()
    expect(await teamOf(app)).toBeUndefined()
  })
})
