import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type Part, respondAs, takeIn, use } from '../support/hosts/team-script.ts'
import { textScript } from '../support/models/model-script.ts'

const within = { timeout: PATIENCE_MS }

const lead: Part = (newest) => {
  if (newest.includes('Take in mira')) return takeIn('mira')
  return textScript(newest.includes('has joined') ? 'Mira is here.' : 'I wait.')
}

/** Asks for one command, rests, and goes when it is asked to. */
const mira: Part = (newest) => {
  if (newest.includes('asked to stop')) return use('send_message', { to: 'lead', answer: 'approve_shutdown' })
  if (newest.includes('Take cards')) return use('bash', { command: 'touch tide.txt' })
  return textScript('I rest.')
}

const story = tellStory({ inOrder: true, withModel: true, server: { respond: respondAs({ lead, mira }) } })
let person: Person
let keys: ReturnType<typeof keysAt>

const start = async () => {
  const { page } = await story.start()
  person = personAt(page)
  keys = keysAt(page)
}
const look = (name: string) => inStoryLooks({ app: story.desktop().app, page: person.page }, name)
const team = () => person.page.getByRole('region', { name: 'Team tides' }).last()
const teams = () => person.page.getByRole('region', { name: 'Teams', exact: true })
const member = () => team().getByRole('list', { name: 'Members' }).getByRole('button', { name: 'mira' })
const mood = (word: string) => member().getByRole('img', { name: word }).waitFor()
const made = () => existsSync(join(story.project, 'tide.txt'))

beforeAll(async () => {
  await start()
  await person.addProject(story.project)
})

describe('a team the person makes', () => {
  it('is made for a chat, by keyboard', async () => {
    await person.say('Good morning.')
    await person.reads('I wait.')
    await person.goTo('Agents')
    await person.button(/^Teams/).click()
    await person.button('New team', teams()).first().focus()
    await keys.press('Enter')
    await keys.focusIs(/^Name/)
    await look('team.new')
    await keys.type('tides')
    await keys.press('Enter')
    await team().getByRole('heading', { name: 'tides' }).waitFor()
    await look('team.empty')
  })

  it('takes in a teammate, who asks', async () => {
    await person.goTo('Chat')
    await person.say('Take in mira.')
    await person.reads('Mira is here.')
    await person.goTo('Agents')
    await mood('waiting for you')
  })

  it('goes on asking after the app was killed, and is answered from the inbox', async () => {
    await story.desktop().kill()
    await start()
    await person.goTo('Agents')
    await mood('waiting for you')
    expect(made()).toBe(false)
    await person.button(/^Approval inbox/).click()
    const inbox = person.page.getByRole('region', { name: 'Approval inbox' })
    await inbox.getByText('touch tide.txt').first().waitFor()
    await person.button('Allow once', inbox).click()
    await expect.poll(made, within).toBe(true)
  })
})

describe('a teammate that has the focus', () => {
  it('is given another mode and let go with single keys', async () => {
    await person.button(/^Teams/).click()
    await teams().getByRole('button', { name: /tides/ }).click()
    await mood('idle')
    await member().focus()
    await keys.press('Enter')
    const panel = team().getByRole('region', { name: 'Teammate mira' })
    const mode = panel.getByRole('combobox', { name: 'Permissions' })
    await mode.getByText('Ask first').waitFor()
    await keys.pressUntil('Shift+Tab', /mira/)
    await keys.press('m')
    await mode.getByText('Accept edits').waitFor()
    await keys.press('s')
    await expect.poll(() => member().count(), within).toBe(0)
  })
})

describe('a team the person dissolves', () => {
  it('is kept when they think better of it', async () => {
    await person.button('Disband', team()).click()
    await person.button('Stop all and disband', team()).waitFor()
    await look('team.close')
    await person.button('Keep the team', team()).focus()
    await keys.press('Enter')
    await person.button('Stop all and disband', team()).waitFor({ state: 'hidden' })
    await keys.focusIs('Disband')
  })

  it('is closed, and can be read among those that were dissolved', async () => {
    await person.button('Disband', team()).click()
    await person.button('Stop all and disband', team()).click()
    await person.page.getByRole('heading', { name: 'This team was disbanded' }).waitFor()
    await person.button(/^Teams/).click()
    await teams().getByRole('list', { name: 'Disbanded' }).getByRole('button', { name: /tides/ }).waitFor()
    await look('team.past')
  })
})
