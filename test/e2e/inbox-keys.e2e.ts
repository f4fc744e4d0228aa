import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type AgentAnswer, createAgentModel } from '../support/models/agent-model.ts'
import { inboxAt } from '../support/stories/inbox-person.ts'
import { workflowPersonAt } from '../support/stories/workflow-person.ts'

const POKE = `export const meta = { name: 'poke', description: 'Asks one agent to copy a file.' }
return await agent('Copy it', { label: 'Copier' })
`

function answer(prompt: string): AgentAnswer {
  const run = (command: string): AgentAnswer => ({ call: 'bash', args: { command } })
  if (prompt.includes('Touch it')) return run('touch one.txt')
  if (prompt.includes('Copy it')) return run('cp README.md three.txt')
  if (prompt.includes('Write it'))
    return { call: 'write', args: { path: 'docs/deep/a.md', content: 'A page.\n' } }
  if (prompt.includes('Give it')) return { call: 'agent', args: { title: 'Toucher', prompt: 'Touch it' } }
  return { say: 'Good to meet you.' }
}

const model = createAgentModel({ answer })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
const within = { timeout: PATIENCE_MS }
const made = (name: string) => existsSync(join(story.project, name))
let person: Person
let keys: ReturnType<typeof keysAt>
const inbox = () => inboxAt(person, keys)
const toInbox = async (text: string) => {
  await keys.press('Control+3')
  await inbox().shows(text)
  await inbox().enter()
}
const ask = async (text: string) => {
  await person.goTo('Chat')
  await person.button('New chat').first().click()
  await person.say(text)
  await person.approval.waitFor()
}

beforeAll(async () => {
  story.write('home/workflows/poke.js', POKE)
  const { page } = await story.start()
  person = personAt(page)
  keys = keysAt(page)
  await person.addProject(story.project)
})

describe('the keys of the approval inbox', () => {
  it('allow for the session: that chat is not asked again, and another one is', async () => {
    await ask('Touch it.')
    await toInbox('touch one.txt')
    await inbox().answer('session', 'touch one.txt')
    await expect.poll(() => made('one.txt'), within).toBe(true)
    rmSync(join(story.project, 'one.txt'))
    await person.goTo('Chat')
    await person.rests()
    await person.say('Touch it.')
    await expect.poll(() => made('one.txt'), within).toBe(true)
    await ask('Touch it.')
    await toInbox('touch one.txt')
    await inbox().refuse('touch one.txt', 'Enough of that.')
    await inbox().region.getByText('You’re all caught up').waitFor()
  })

  it('allow in a folder for an hour, and leave the keys of the list of folders to it', async () => {
    await ask('Write it.')
    await toInbox('docs/deep/a.md')
    await keys.press('e')
    await inbox().region.getByText('for an hour').first().waitFor()
    await keys.press('Control+l')
    await keys.focusIs(/folder/i)
    await keys.press('Enter')
    const folders = person.page.getByRole('menuitem')
    await folders.first().waitFor()
    expect(await folders.allTextContents()).toEqual(['docs/deep', 'docs'])
    // A letter that would allow it for good does nothing in the list, and an arrow moves in it.
    await keys.press('p', 'End')
    await keys.focusIs('docs')
    expect(made('docs/deep/a.md')).toBe(false)
    await keys.press('Enter')
    await expect.poll(() => made('docs/deep/a.md'), within).toBe(true)
    await person.page
      .getByRole('main')
      .getByRole('button', { name: /^Grants/ })
      .first()
      .click()
    const line = person.page
      .getByRole('table', { name: 'Grants' })
      .getByRole('row')
      .filter({ hasText: 'docs' })
    await line.waitFor()
    expect(await line.getByText('until you revoke it').count()).toBe(0)
  })

  it('open the conversation of the agent that asks, and go back to the inbox', async () => {
    await ask('Give it.')
    await toInbox('touch one.txt')
    await keys.press('o')
    const conversation = person.page.getByRole('navigation', { name: 'Current agent' }).getByText('Toucher')
    await conversation.first().waitFor()
    await toInbox('touch one.txt')
    await inbox().answer('once', 'touch one.txt')
  })

  it('open the run of the workflow that asks', async () => {
    const flow = workflowPersonAt(person)
    await person.goTo('Workflows')
    await flow.choose('poke')
    await flow.start()
    await toInbox('cp README.md three.txt')
    await keys.press('o')
    await person.page.getByRole('tab', { name: /poke/ }).first().waitFor()
    await toInbox('cp README.md three.txt')
    await inbox().answer('once', 'cp README.md three.txt')
    await expect.poll(() => made('three.txt'), within).toBe(true)
  })
})
