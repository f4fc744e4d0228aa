import { describe, expect, it } from 'vitest'
import { CALLER } from '../support/hosts/agent-host.ts'
import { board, done, leading, openTeamHosts, runOfMember, teamOf } from '../support/hosts/team-host.ts'
import { takeIn, use, worker } from '../support/hosts/team-script.ts'
import { textScript } from '../support/models/model-script.ts'

const open = openTeamHosts()

describe('a team', () => {
  it('pauses at a line of its own, keeps what it has begun, and goes on when it is let', async () => {
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: (newest, request) =>
        newest.includes('You may go on now') ? done(3) : worker(done)(newest, request),
    })
    const app = await place.start()
    const none = { warnCost: null, stopCost: null, warnTokens: null, warnMinutes: null, stopMinutes: null }
    await app.begin('Begin.')
    await app.until(async () => (await board(app))?.[1] === '#2 completed mira')
    await app.app.idle()
    const teamId = (await teamOf(app))?.team.id
    if (teamId === undefined) throw new Error('The team is gone.')
    await app.handlers['team.setLimits']({ teamId, limits: { ...none, stopTokens: 1 } }, CALLER)
    await app.handlers['team.addCard']({ teamId, card: { subject: 'More', description: '' } }, CALLER)
    await app.until(async () => (await runOfMember(app))?.state === 'paused')
    await app.app.idle()
    const before = { cards: (await board(app))?.[2], state: (await teamOf(app))?.members[0]?.state }
    expect(before).toEqual({ cards: '#3 in_progress mira', state: 'active' })
    await app.handlers['team.setLimits']({ teamId, limits: { ...none, stopTokens: null } }, CALLER)
    await app.handlers['team.goOn']({ teamId }, CALLER)
    await app.until(async () => (await board(app))?.[2] === '#3 completed mira')
    await app.app.idle()
    const all = JSON.stringify(place.sent().map(({ messages }) => messages))
    expect(all).toContain('You may go on now')
  })

  it('has lines for one teammate alone, who pauses there and goes on when let', async () => {
    const place = await open({
      lead: leading(['mira'], () => textScript('I wait.')),
      mira: (newest, request) =>
        newest.includes('You may go on now') || newest.includes('lets you go on')
          ? done(3)
          : worker(done)(newest, request),
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(async () => (await board(app))?.[1] === '#2 completed mira')
    await app.app.idle()
    const view = await teamOf(app)
    const mira = view?.members.find(({ name }) => name === 'mira')
    if (view === undefined || mira === undefined) throw new Error('The team is gone.')
    const { sessionId } = mira
    const lines = { warnCost: null, stopCost: null, warnTokens: 1, stopTokens: 1 }
    await app.handlers['session.update']({ sessionId, changes: { limits: lines } }, CALLER)
    await app.handlers['team.addCard'](
      { teamId: view.team.id, card: { subject: 'More', description: '' } },
      CALLER,
    )
    await app.until(async () => (await runOfMember(app))?.state === 'paused')
    await app.app.idle()
    expect((await runOfMember(app))?.problem).toContain('mira')
    expect((await board(app))?.[2]).toBe('#3 in_progress mira')
    await app.handlers['session.update'](
      { sessionId, changes: { limits: { ...lines, stopTokens: null } } },
      CALLER,
    )
    await app.handlers['agent.goOnAll']({ sessionId }, CALLER)
    await app.until(async () => (await board(app))?.[2] === '#3 completed mira')
    await app.app.idle()
    expect((await runOfMember(app))?.state).toBe('done')
  })

  it('begins in plan mode when it is asked to, and may change things once its plan is accepted', async () => {
    const steps = ['Write NOTES.md']
    const place = await open({
      lead: (newest) => {
        if (newest.includes('Begin')) return use('team_create', { name: 'docs' })
        if (newest.includes('you lead it')) {
          return use('agent', { name: 'mira', title: 'mira', prompt: 'Write the notes.', plans: true })
        }
        return textScript('I wait.')
      },
      mira: (newest) => {
        if (newest.includes('Write the notes.')) return use('write', { path: 'NOTES.md', content: 'x' })
        if (newest.includes('has accepted this plan')) return use('write', { path: 'NOTES.md', content: 'x' })
        if (newest.includes('Plan mode is on')) return use('propose_plan', { goal: 'Notes', steps })
        return textScript('I rest.')
      },
    })
    const app = await place.start()
    await app.begin('Begin.')
    const asks = async () => (await runOfMember(app))?.asks ?? []
    await app.until(async () => (await asks()).some(({ what }) => what === 'plan_approval'))
    const [plan] = await asks()
    const member = (await teamOf(app))?.members[0]
    if (plan === undefined || member === undefined) throw new Error('Nobody asks.')
    const answer = { sessionId: member.sessionId, requestId: plan.requestId, outcome: 'approved' } as const
    await app.handlers['interaction.answer']({ ...answer, remember: { scope: 'once' } }, CALLER)
    await app.until(async () => (await asks()).some(({ tool }) => tool === 'write'))
    const types = (await teamOf(app))?.messages.map(({ body }) => body)
    expect(types).toEqual(
      expect.arrayContaining([
        { type: 'plan_approval_request', goal: 'Notes', steps: 1 },
        { type: 'plan_approval_response', accepted: true, reason: '' },
        { type: 'mode_set_request', mode: 'ask' },
        { type: 'permission_request', tool: 'write' },
      ]),
    )
    const all = JSON.stringify(place.sent().map(({ messages }) => messages))
    for (const signal of ['plan_approval_request', 'plan_approval_response', 'mode_set_request']) {
      expect([signal, all.includes(signal)]).toEqual([signal, false])
    }
  })

  it('is reminded, like who leads, when three cards were done and none was checked', async () => {
    const place = await open({
      lead: (newest) => {
        const cards = ['Read', 'Write', 'Tell'].map((subject) => ({ subject, description: '' }))
        if (newest.includes('Begin')) return use('team_create', { name: 'docs' })
        if (newest.includes('you lead it')) return use('task_create', { cards })
        if (newest.includes('On the board now')) return takeIn('mira')
        return textScript('I wait.')
      },
      mira: worker(done),
    })
    const app = await place.start()
    await app.begin('Begin.')
    await app.until(async () => (await board(app))?.[2] === '#3 completed mira')
    await app.until(() =>
      JSON.stringify(place.sent()).includes('#1, #2, #3 are done and nobody has checked them'),
    )
    await app.app.idle()
    expect(JSON.stringify(place.sent())).toContain('You have done #1, #2, #3, and nothing of it was checked')
  })

  it('can be read after it was dissolved, and changed no more', async () => {
    const place = await open({
      lead: leading(['mira'], (newest) =>
        newest.includes('2 of 2 cards are done') ? use('team_delete', {}) : textScript('I wait.'),
      ),
      mira: worker(done),
    })
    const app = await place.start()
    await app.begin('Begin.')
    const pastTeams = () => app.handlers['team.past']({ projectId: null }, CALLER)
    await app.until(async () => (await pastTeams()).length > 0)
    await app.app.idle()
    const [past] = await pastTeams()
    expect(past).toMatchObject({ team: { name: 'docs' }, members: 1, cards: 2, done: 2 })
    if (past === undefined) throw new Error('No team was dissolved.')
    const teamId = past.team.id
    const view = await app.handlers['team.get']({ teamId }, CALLER)
    expect(view.cards.map(({ subject }) => subject)).toEqual(['Read', 'Write'])
    const card = { subject: 'More', description: '' }
    await expect(async () => app.handlers['team.addCard']({ teamId, card }, CALLER)).rejects.toThrow(
      'no longer exists',
    )
  })
})
