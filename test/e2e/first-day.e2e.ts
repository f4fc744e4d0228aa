import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import keytar from 'keytar'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasSecurityUpdates } from '../../src/main/diagnostics/electron-support.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { newestChat, sentChats } from '../support/desktop/desktop-requests.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

const KEY = 'first-day-key-5521'
const story = tellStory({ inOrder: true, server: { models: ['scripted', 'scripted-small'] } })
let person: Person
let before: readonly string[] = []

beforeAll(async () => {
  await mkdir(join(story.person, 'my code', 'second 项目'), { recursive: true })
  person = personAt((await story.start()).page)
})

describe('the first day', () => {
  it('welcomes a newcomer and says that the Practice model is no AI', async () => {
    await person.page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
    const practice = person.page.getByRole('radio', { name: 'Practice model' })
    await expect.poll(() => practice.isChecked()).toBe(true)
    await person.page.getByText('no AI', { exact: true }).waitFor()
  })

  it('warns once of an Electron without security updates, and never of another', async () => {
    const version = await story.desktop().app.evaluate(() => process.versions.electron ?? '')
    const notice = () =>
      person.page.getByText(`Orrery runs in Electron ${version}, which gets no security updates`)
    const isOld = !hasSecurityUpdates(version)
    await expect.poll(() => notice().count()).toBe(isOld ? 1 : 0)
    if (isOld) await person.button('Hide for this version').click()
    await notice().waitFor({ state: 'detached' })
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await person.page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
    expect(await notice().count()).toBe(0)
  })

  it('makes a project of a folder whose path is typed, with spaces and Chinese', async () => {
    await person.addProject(story.project)
    await person.projects.getByRole('button', { name: '潮汐 tide', exact: true }).waitFor()
  })

  it('makes a project of a folder that is walked to with the keyboard', async () => {
    const { page, browser } = person
    await page.keyboard.press('Control+O')
    await browser.waitFor()
    const rows = browser.getByRole('tree', { name: 'Folders' }).getByRole('treeitem')
    await rows.first().focus()
    await page.keyboard.press('Home')
    const root = rows.first()
    if ((await root.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('ArrowRight')
    const code = rows.filter({ hasText: 'my code' })
    await code.waitFor()
    await page.keyboard.press('m')
    await expect.poll(() => code.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowRight')
    const second = rows.filter({ hasText: 'second 项目' })
    await second.waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => second.getAttribute('aria-selected')).toBe('true')
    await person.button('Open this folder', browser).and(page.locator(':enabled')).waitFor()
    await page.keyboard.press('Enter')
    await browser.waitFor({ state: 'hidden' })
    await person.projects.getByRole('button', { name: 'second 项目', exact: true }).waitFor()
  })

  it('keeps a key in the keychain of the system and nowhere else', async () => {
    const { page } = person
    await person.goTo('Vault')
    await person.button('Add secret').click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('test-key')
    await page.getByLabel('Value', { exact: true }).fill(KEY)
    await person.button('Save').click()
    await page.getByRole('table', { name: 'Secrets' }).getByText('test-key', { exact: true }).waitFor()
    expect(await keytar.getPassword(story.service, 'test-key')).toBe(KEY)
    for (const file of ['data/orrery.db', 'data/orrery.db-wal', 'data/config.last-good.toml']) {
      expect(await readFile(join(story.home, file), 'utf8')).not.toContain(KEY)
    }
  })

  it('adds a model, says step by step that it answers, and makes it the default', async () => {
    const { page } = person
    await person.goTo('Settings')
    await person.button('Add model').click()
    await page.getByLabel('Base URL').fill(story.server().baseUrl)
    await page.getByLabel('Provider').fill('test')
    await page.getByRole('textbox', { name: 'Model', exact: true }).fill('scripted')
    await page.getByRole('combobox', { name: 'Secret' }).click()
    await page.getByRole('option', { name: 'test-key' }).click()
    story.server().enqueue(textScript('Hello.'))
    await person.button('Test connection').click()
    const check = page.getByRole('region', { name: 'Check' })
    await check.getByText('scripted answered a short message.').waitFor()
    await check.getByText('scripted-small').waitFor()
    expect(story.server().requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`)
    await person.button('Save').click()
    await page.getByRole('alert').filter({ hasText: 'scripted is saved' }).waitFor()
    await person.button('Make default').click()
    await page.getByRole('combobox', { name: 'Work model' }).filter({ hasText: 'scripted' }).waitFor()
    const config = await readFile(join(story.home, 'config.toml'), 'utf8')
    expect(config).toContain('apiKeyRef = "vault:test-key"')
    expect(config).not.toContain(KEY)
  })

  it('shows an answer while it grows', async () => {
    await person.goTo('Chat')
    await person.button('New chat').first().click()
    const chosen = person.projects.getByRole('listitem').filter({ hasText: '潮汐 tide' })
    await person.button('New chat', chosen).click()
    const gate = createGate()
    story.server().enqueue({
      steps: [
        { do: 'text', text: 'The tide comes ' },
        { do: 'wait', gate },
        { do: 'text', text: 'and goes.' },
        { do: 'finish', reason: 'stop' },
      ],
    })
    await person.say('What does the tide do?')
    await person.reads('The tide comes')
    await person.stop.waitFor()
    expect(await person.conversation.textContent()).not.toContain('and goes.')
    gate.open()
    await person.reads('The tide comes and goes.')
    await person.rests()
  })

  it('lets the model read a file and answers with what it read', async () => {
    story
      .server()
      .enqueue(callScript([{ name: 'read', args: { path: 'README.md' } }]), textScript('It is a clock.'))
    await person.say('Read the README.')
    await person.entries('Tool Read').getByText('README.md').waitFor()
    await person.reads('It is a clock.')
    expect(newestChat(story.server()).at(-1)).toMatchObject({
      role: 'tool',
      text: expect.stringContaining('A small clock that shows the tide.'),
    })
  })

  it('changes a file only when the change was shown and allowed', async () => {
    const file = join(story.project, 'src', 'tide.ts')
    const change = { path: 'src/tide.ts', old_text: 'PERIOD_HOURS = 12', new_text: 'PERIOD_HOURS = 13' }
    story
      .server()
      .enqueue(
        callScript([{ name: 'read', args: { path: 'src/tide.ts' } }]),
        callScript([{ name: 'edit', args: change }]),
        textScript('Now it is thirteen.'),
      )
    await person.say('Make the period thirteen hours.')
    await person.approval.waitFor()
    await person.approval.getByRole('figure', { name: 'Changes to src/tide.ts' }).waitFor()
    await expect.poll(() => person.approval.textContent()).toContain('PERIOD_HOURS = 13')
    expect(await readFile(file, 'utf8')).toContain('PERIOD_HOURS = 12')
    await person.button('Allow once', person.approval).click()
    await person.reads('Now it is thirteen.')
    expect(await readFile(file, 'utf8')).toContain('PERIOD_HOURS = 13')
    await person.entries('Tool Edit').getByRole('figure', { name: 'Changes to src/tide.ts' }).waitFor()
  })

  it('runs nothing that was denied, and tells the model', async () => {
    story
      .server()
      .enqueue(
        callScript([{ name: 'bash', args: { command: 'touch made-by-command' } }]),
        textScript('Then I will not.'),
      )
    await person.say('Make a file with a command.')
    await person.approval.getByText('touch made-by-command').first().waitFor()
    await person.button('Deny', person.approval).click()
    await person.reads('Then I will not.')
    expect(newestChat(story.server()).at(-1)).toMatchObject({
      role: 'tool',
      text: expect.stringContaining('did not allow this call'),
    })
    await expect(readFile(join(story.project, 'made-by-command'))).rejects.toThrow('ENOENT')
    await person.entries('Tool Bash').getByText('denied by you').waitFor()
  })

  it('keeps what had arrived when an answer is stopped', async () => {
    story.server().enqueue({ steps: [{ do: 'text', text: 'It begins with the moon' }, { do: 'hang' }] })
    await person.say('Tell me a long story.')
    await person.reads('It begins with the moon')
    await person.stop.click()
    await story.server().abandoned(1)
    await person.entries('Note').filter({ hasText: 'You stopped the answer here' }).waitFor()
    await person.reads('It begins with the moon')
    await person.rests()
    before = await person.transcript()
  })

  it('shows the same session after it was quit and started again', async () => {
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await person.reads('It begins with the moon')
    await expect.poll(() => person.transcript()).toEqual(before)
  })

  it('sends the whole history with the next message', async () => {
    story.server().enqueue(textScript('We spoke of the tide.'))
    await person.say('What did we speak of?')
    await person.reads('We spoke of the tide.')
    const sent = newestChat(story.server())
    const roles = sent.map(({ role, calls }) => [role, ...calls].join(' '))
    expect(roles).toEqual([
      'user',
      'assistant',
      'user',
      'assistant read',
      'tool',
      'assistant',
      'user',
      'assistant read',
      'tool',
      'assistant edit',
      'tool',
      'assistant',
      'user',
      'assistant bash',
      'tool',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(sent.map(({ text }) => text).join('\n')).toContain('It begins with the moon')
    expect(sentChats(story.server()).length).toBeGreaterThan(9)
  })
})
