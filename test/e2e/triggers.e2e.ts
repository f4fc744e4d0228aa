import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { readDatabase } from '../support/desktop/desktop-database.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { clipboardText, secondWindow } from '../support/desktop/desktop-shell.ts'
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
let [url, secret] = ['', '']

const table = () => person.page.getByRole('table', { name: 'Triggers' })
const form = () => person.page.getByRole('form', { name: 'Trigger' })
const recent = () => person.page.getByRole('list', { name: 'Recent runs' }).getByRole('listitem')
const field = (name: string) => form().getByRole('textbox', { name, exact: true })
const choose = async (label: string, option: string) => {
  await form().getByRole('combobox', { name: label, exact: true }).focus()
  await keys.press('Enter')
  await person.page.getByRole('option', { name: option, exact: true }).click()
}

const send = (given: string, delivery: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'x-orrery-secret': given, ...delivery },
    body: 'a body from outside',
  })
const firings = (key: string) =>
  readDatabase<{ state: string }>(story.home, 'SELECT state FROM trigger_firings WHERE key = ?', key).map(
    ({ state }) => state,
  )
const chats = () => readDatabase(story.home, "SELECT 1 FROM sessions WHERE record LIKE '%Deliveries%'").length

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

  it('asks once whether the app keeps running in the background', async () => {
    const question = person.page.getByText('Triggers run only while Orrery runs.')
    await question.waitFor()
    await person.page.getByText('Orrery would keep its last window minimised').waitFor()
    await person.button('Keep running').click()
    await question.waitFor({ state: 'detached' })
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
    const toast = await person.page.getByText('Secret copied').boundingBox()
    const save = await form().getByRole('button', { name: 'Save trigger' }).boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(save?.y ?? 0)
    ;[url, secret] = [(await address.textContent()) ?? '', await clipboardText(story.desktop().app)]
    expect((await send('wrong')).status).toBe(404)
    expect((await send(secret)).status).toBe(202)
    await expect.poll(() => recent().first().textContent(), within).toMatch(/Deliveries.*Done/)
    await inStoryLooks(story.desktop(), 'triggers')
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

describe('without a tray on the desktop', () => {
  it('keeps its last window when that is closed, says so, and triggers start', async () => {
    const { app } = story.desktop()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await person.page.getByText('Orrery keeps running. This desktop shows no tray icons').waitFor()
    const before = chats()
    expect((await send(secret, { 'x-orrery-delivery': 'minimised' })).status).toBe(202)
    await expect.poll(chats, within).toBe(before + 1)
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  it('closes a second window, in which the same triggers are shown', async () => {
    const { app } = story.desktop()
    const second = await secondWindow(app)
    await second.getByRole('button', { name: 'Workflows' }).first().click()
    await second.getByRole('button', { name: 'Triggers' }).click()
    const row = second.getByRole('table', { name: 'Triggers' }).getByRole('switch', { name: 'Use New notes' })
    await row.click()
    await expect
      .poll(() => table().getByRole('switch', { name: 'Use New notes' }).getAttribute('aria-checked'), within)
      .toBe('false')
    const closed = second.waitForEvent('close')
    await (await app.browserWindow(second)).evaluate((window) => window.close())
    await closed
  })
})

describe('a kill between the claim and the run', () => {
  it('starts the run once after the restart', async () => {
    await person.goTo('Workflows')
    await person.button('Triggers').click()
    await table()
      .getByRole('button', { name: /Deliveries/ })
      .click()
    await choose('If the app was closed', 'Run once at the next start')
    await form().getByRole('button', { name: 'Save trigger' }).click()
    await person.page.getByText('Trigger Deliveries saved').waitFor()
    const before = chats()
    const sent = send(secret, { 'x-orrery-delivery': 'cut' }).catch(() => null)
    // The row is visible as soon as the claim is stored, before the answer of the request.
    while (firings('webhook:cut').length === 0) await new Promise((done) => setImmediate(done))
    await story.desktop().kill()
    await sent
    person = personAt((await story.start()).page)
    keys = keysAt(person.page)
    await expect.poll(() => firings('webhook:cut'), within).toEqual(['done'])
    expect(chats()).toBe(before + 1)
    await expect
      .poll(async () => (await send(secret, { 'x-orrery-delivery': 'cut' })).text(), within)
      .toContain('repeated')
    expect([firings('webhook:cut'), chats()]).toEqual([['done'], before + 1])
  })
})
