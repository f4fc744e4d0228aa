import { expect, it } from 'vitest'
import type { Remember } from '#shared/permission/rule.ts'
import { CALLER } from '../support/hosts/agent-host.ts'
import { openTeamHosts, runOfMember, teamOf } from '../support/hosts/team-host.ts'
import { type Part, use } from '../support/hosts/team-script.ts'
import { textScript } from '../support/models/model-script.ts'

const open = openTeamHosts()
type App = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['start']>>

const lead: Part = (newest) => {
  if (newest.includes('Begin')) return use('team_create', { name: 'docs' })
  if (newest.includes('you lead it')) {
    return use('agent', { name: 'mira', title: 'mira', prompt: 'Write the notes.', plans: true })
  }
  return textScript('I wait.')
}
const mira: Part = (newest) => {
  if (newest.includes('Write the notes.')) {
    return use('propose_plan', { goal: 'Notes', steps: ['Write NOTES.md'] })
  }
  if (newest.includes('has accepted this plan')) return use('write', { path: 'NOTES.md', content: 'x' })
  return textScript('I rest.')
}

/** Waits until the teammate asks, and answers that. */
const answer = async (app: App, remember: Remember) => {
  const asks = async () => (await runOfMember(app))?.asks ?? []
  await app.until(async () => (await asks()).length > 0)
  const [ask] = await asks()
  const member = (await teamOf(app))?.members[0]
  if (ask === undefined || member === undefined) throw new Error('Nobody asks.')
  const { sessionId } = member
  const { requestId } = ask
  await app.handlers['interaction.answer']({ sessionId, requestId, outcome: 'approved', remember }, CALLER)
  return ask.what
}
const letters = async (app: App) => (await teamOf(app))?.messages.map(({ body }) => body) ?? []

it('the answer to what a teammate asked before the app was started again is noted for what it answers', async () => {
  const place = await open({ lead, mira })
  const first = await place.start()
  await first.begin('Begin.')
  await first.until(async () => ((await runOfMember(first))?.asks ?? []).length > 0)
  await first.app.close()

  const second = await place.start()
  expect(await answer(second, { scope: 'once' })).toBe('plan_approval')
  await second.until(async () => (await runOfMember(second))?.asks[0]?.tool === 'write')
  const accepted = { type: 'plan_approval_response', accepted: true, reason: '' }
  expect(await letters(second)).toContainEqual(accepted)
  expect((await letters(second)).some(({ type }) => type === 'permission_response')).toBe(false)
  await second.app.close()

  const third = await place.start()
  expect(await answer(third, { scope: 'session' })).toBe('permission')
  await third.app.idle()
  const noted = (await letters(third)).filter(({ type }) => type.includes('permission'))
  expect(noted).toEqual([
    { type: 'team_permission_update', tool: 'edit', pattern: 'NOTES.md' },
    { type: 'permission_response', tool: 'write', allowed: true },
    { type: 'permission_request', tool: 'write' },
  ])
})

it('no answer is noted when nobody has answered, because the work was stopped', async () => {
  const place = await open({ lead, mira })
  const app = await place.start()
  await app.begin('Begin.')
  await app.until(async () => ((await runOfMember(app))?.asks ?? []).length > 0)
  const sessionId = (await teamOf(app))?.members[0]?.sessionId
  if (sessionId === undefined) throw new Error('Nobody has joined.')
  await app.handlers['agent.stop']({ sessionId }, CALLER)
  await app.app.idle()
  expect((await letters(app)).map(({ type }) => type)).toEqual(['plan_approval_request'])
})
