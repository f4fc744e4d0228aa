import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inTwoLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { clipboardText } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type AgentAnswer, createAgentModel } from '../support/models/agent-model.ts'

/** The checks want to run a command that is asked about; a hook answers with what it was sent. */
function answer(prompt: string): AgentAnswer {
  if (prompt.includes('Check the project')) return { call: 'bash', args: { command: 'touch checked.txt' } }
  if (prompt.includes('Read the delivery')) {
    return {
      say: prompt.includes('a body from outside') ? 'The delivery arrived as data.' : 'Nothing arrived.',
    }
  }
  return { say: 'Done.' }
}

const model = createAgentModel({ answer })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
const within = { timeout: PATIENCE_MS }
let person: Person
let keys: ReturnType<typeof keysAt>

const table = () => person.page.getByRole('table', { name: 'Triggers' })
const form = () => person.page.getByRole('form', { name: 'Trigger' })
const recent = () => person.page.getByRole('list', { name: 'Recent runs' }).getByRole('listitem')
const field = (name: string) => form().getByRole('textbox', { name, exact: true })
const choose = async (label: string, option: string) => {
  await form().getByRole('combobox', { name: label, exact: true }).focus()
  await keys.press('Enter')
  await person.page.getByRole('option', { name: option, exact: true }).click()
}

beforeAll(async () => {
  const { page } = await story.start()
  person = personAt(page)
  keys = keysAt(page)
  await person.addProject(story.project)
})

describe('a trigger with a schedule', () => {
  it('is opened by a command and made with the keyboard, with its next runs in UTC', async () => {
    await person.say('/cron')
    // The first Enter takes the suggestion with the whole name.
    await keys.press('Enter')
    await person.page.getByRole('heading', { name: 'No triggers yet' }).waitFor()
    await person.button('Add trigger').last().focus()
    await keys.press('Enter')
    await field('Name').fill('Daily checks')
    await field('Schedule (UTC)').fill('0 25 * * *')
    await form().getByText('is no schedule').waitFor()
    await field('Schedule (UTC)').fill('30 4 * * *')
    await expect
      .poll(
        () =>
          form()
            .getByRole('list', { name: 'Next runs' })
            .getByText(/04:30 UTC|UTC/)
            .count(),
        within,
      )
      .toBe(5)
    await form().getByText('It would have started 7 times in the last week.').waitFor()
    await field('Message').fill('Check the project')
    await field('Message').press('Tab')
    await form().getByRole('button', { name: 'Save trigger' }).focus()
    await keys.press('Enter')
    await table().getByText('Daily checks').waitFor()
    await table().getByText(/04:30/).first().waitFor()
  })

  it('runs now into a chat with a badge, whose request waits in the inbox', async () => {
    await form().getByRole('button', { name: 'Run now' }).click()
    await expect.poll(() => recent().first().textContent(), within).toContain('Daily checks')
    await table().getByText('Needs you').waitFor()
    await recent().first().getByRole('button', { name: 'Open the run of Daily checks' }).click()
    await person.button('Started by trigger Daily checks').waitFor()
    await person.sessions.getByText('Started by trigger Daily checks').waitFor()
    await person.approval.waitFor()
    await person.button('Allow once', person.approval).click()
    await person.rests()
    await person.button('Started by trigger Daily checks').click()
    await expect.poll(() => recent().first().textContent(), within).toContain('Done')
  })

  it('is switched off, deleted and restored with the keyboard', async () => {
    const row = () => table().getByRole('button', { name: /Daily checks/ })
    await row().focus()
    await keys.press('Space')
    await expect.poll(() => table().getByRole('switch').getAttribute('aria-checked'), within).toBe('false')
    await row().focus()
    await keys.press('Delete')
    await person.button('Undo').click()
    await table().getByText('Daily checks').waitFor()
  })
})

describe('a webhook', () => {
  it('starts a chat with its body as data, and refuses a wrong secret', async () => {
    await person.button('Add trigger').first().click()
    await field('Name').fill('Deliveries')
    await choose('Starts', 'On a webhook request')
    await field('Message').fill('Read the delivery')
    await form().getByRole('button', { name: 'Save trigger' }).click()
    const address = form().locator('code')
    await expect.poll(() => address.textContent(), within).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks\/trg_/)
    await form().getByRole('button', { name: 'Copy secret' }).click()
    await person.page.getByText('Secret copied').waitFor()
    const [url, secret] = [(await address.textContent()) ?? '', await clipboardText(story.desktop().app)]
    const send = (given: string) =>
      fetch(url, { method: 'POST', headers: { 'x-orrery-secret': given }, body: 'a body from outside' })
    expect((await send('wrong')).status).toBe(404)
    expect((await send(secret)).status).toBe(202)
    await expect.poll(() => recent().first().textContent(), within).toMatch(/Deliveries.*Done/)
    await inTwoLooks(story.desktop(), 'triggers')
    await recent().first().getByRole('button', { name: 'Open the run of Deliveries' }).click()
    await person.reads('The delivery arrived as data.')
  })
})

describe('a change of a file', () => {
  it('starts a chat once things are quiet', async () => {
    await person.goTo('Workflows')
    await person.button('Triggers').click()
    await person.button('Add trigger').first().click()
    await field('Name').fill('New notes')
    await choose('Starts', 'When files change')
    await field('File patterns').fill('notes/*.txt')
    await field('Message').fill('Look at the notes')
    await form().getByRole('button', { name: 'Save trigger' }).click()
    await table().getByText('New notes').waitFor()
    mkdirSync(join(story.project, 'notes'), { recursive: true })
    writeFileSync(join(story.project, 'notes', 'first.txt'), 'one')
    writeFileSync(join(story.project, 'other.md'), 'two')
    await expect.poll(() => recent().first().textContent(), within).toMatch(/New notes.*notes\/first\.txt/)
  })
})
