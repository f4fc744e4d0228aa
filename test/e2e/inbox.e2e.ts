import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { seriousFindings } from '../support/desktop/desktop-screens.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type AgentAnswer, createAgentModel } from '../support/models/agent-model.ts'
import { inboxAt } from '../support/stories/inbox-person.ts'
import { workflowPersonAt } from '../support/stories/workflow-person.ts'

const POKE = `export const meta = { name: 'poke', description: 'Asks one agent to copy a file.' }
return await agent('Copy it', { label: 'Copier' })
`

/** Each of the three wants to run a command that is asked about. */
function answer(prompt: string): AgentAnswer {
  const run = (command: string): AgentAnswer => ({ call: 'bash', args: { command } })
  if (prompt.includes('Touch it')) return run('touch one.txt')
  if (prompt.includes('Make it')) return run('mkdir two')
  if (prompt.includes('Make more')) return run('mkdir four')
  if (prompt.includes('Copy it')) return run('cp README.md three.txt')
  if (prompt.includes('Touch again')) return run('touch one.txt')
  return { say: 'Good to meet you.' }
}

const model = createAgentModel({ answer })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
let person: Person
let keys: ReturnType<typeof keysAt>

const within = { timeout: PATIENCE_MS }
const made = (name: string) => existsSync(join(story.project, name))
const answers = () => inboxAt(person, keys)
const inbox = () => answers().region
const waiting = () =>
  person.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: 'Agents' })
    .getAttribute('aria-description')
const grants = () => person.page.getByRole('table', { name: 'Grants' }).getByRole('row')

const start = async () => {
  const { page } = await story.start()
  person = personAt(page)
  keys = keysAt(page)
}

beforeAll(async () => {
  story.write('home/workflows/poke.js', POKE)
  await start()
  await person.addProject(story.project)
})

describe('the approval inbox', () => {
  it('holds what two chats ask, and says so everywhere', async () => {
    await person.say('Touch it.')
    await person.approval.waitFor()
    await person.button('New chat').first().click()
    await person.say('Make it.')
    await person.approval.waitFor()
    await expect.poll(waiting, within).toBe('2 approvals waiting')
    await person.page.getByRole('status', { name: 'Status bar' }).getByText('2 need you').waitFor()
  })

  it('is the same after the app was killed and started again', async () => {
    await story.desktop().kill()
    await start()
    await expect.poll(waiting, within).toBe('2 approvals waiting')
  })

  it('holds what another chat asks meanwhile', async () => {
    await person.button('New chat').first().click()
    await person.say('Make more.')
    await expect.poll(waiting, within).toBe('3 approvals waiting')
  })

  it('holds what an agent of a workflow asks beside them', async () => {
    const flow = workflowPersonAt(person)
    await person.goTo('Workflows')
    await flow.choose('poke')
    await flow.start()
    await expect.poll(waiting, within).toBe('4 approvals waiting')
  })

  it('has no serious finding', async () => {
    await keys.press('Control+3')
    await inbox().getByText('touch one.txt').first().waitFor()
    expect(await seriousFindings(person.page)).toEqual([])
    await inStoryLooks(story.desktop(), 'inbox.four')
  })

  it('is answered in its line with the mouse, and a second click answers nothing else', async () => {
    const line = inbox().getByRole('listitem').filter({ hasText: 'mkdir four' })
    await person.button('Allow once', line).dblclick()
    await expect.poll(() => made('four'), within).toBe(true)
    await expect.poll(waiting, within).toBe('3 approvals waiting')
  })

  it('is answered with the keyboard: for a while in the project, not at all, and once', async () => {
    await answers().enter()
    expect([made('one.txt'), made('two'), made('three.txt')]).toEqual([false, false, false])
    await answers().shows('touch one.txt')
    await keys.press('e')
    await keys.focusIs(/^Approval needed$/)
    await answers().answer('project', 'touch one.txt')
    await expect.poll(() => made('one.txt'), within).toBe(true)
    await answers().refuse('mkdir two', 'There is one already.')
    await expect.poll(waiting, within).toBe('1 approval waiting')
    await answers().answer('once', 'cp README.md three.txt')
    await expect.poll(() => made('three.txt'), within).toBe(true)
    await inbox().getByText('You’re all caught up').waitFor()
    expect(made('two')).toBe(false)
    await expect.poll(() => waiting()).toBe(null)
  })

  it('has told the agent why not', async () => {
    await person.goTo('Chat')
    await person.sessions
      .getByRole('button', { name: /Make it/ })
      .first()
      .click()
    await person.rests()
    const asked = JSON.stringify(story.server().requests.map(({ body }) => body))
    expect(asked).toContain('There is one already.')
  })
})

describe('a grant', () => {
  it('stands in the list with its end and its use', async () => {
    await person.button('New chat').first().click()
    rmSync(join(story.project, 'one.txt'))
    await person.say('Touch again.')
    await expect.poll(() => made('one.txt'), within).toBe(true)
    await keys.press('Control+3')
    await person
      .button(/^Grants/)
      .first()
      .click()
    const line = grants().filter({ hasText: 'Bash(touch one.txt)' })
    await line.getByText('project', { exact: true }).waitFor()
    expect(await line.getByText('until you revoke it').count()).toBe(0)
    await line.getByText('2', { exact: true }).waitFor()
  })

  it('is revoked, had back, and revoked for good', async () => {
    await keys.pressUntil('F6', /^(Filter grants|Grants)/)
    await keys.pressUntil('Tab', /^Revoke/)
    await keys.press('Enter')
    await expect.poll(() => grants().count(), within).toBe(0)
    await person.button('Undo').click()
    await expect.poll(() => grants().count(), within).toBe(2)
    await person.button(/^Revoke/).click()
    await expect.poll(() => grants().count(), within).toBe(0)
    await person.goTo('Chat')
    await person.say('Touch it.')
    await person.approval.waitFor()
  })
})
