import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keyboardAt } from '../support/desktop/desktop-keyboard.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { newestChat } from '../support/desktop/desktop-requests.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

// From the first key to the last, no pointer is used.
const story = tellStory({ inOrder: true })
const KEY = 'sk-keyboard-2207'
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
})

const { press, type, focused, focusIs, hasFocus, focusComposer } = keyboardAt(() => person.page)

/** Waits until keys answer: one that comes at once is taken for one that was on its way before the card was there. */
const canAnswer = async () => {
  const { page } = person
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction((then) => performance.now() - then > 600, since)
}

describe('with the keyboard alone', () => {
  it('a key is added on the first screen, and the model of its server is picked', async () => {
    const { page } = person
    const keys = keysAt(page)
    await page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
    await keys.pressUntil('Tab', /^Add key/)
    await press('Enter')
    await page.getByRole('heading', { name: 'Connect a model' }).waitFor()
    await keys.focusIs('Search providers')
    await type('Another')
    await press('Enter')
    await keys.focusIs(/^Address/)
    await type(story.server().baseUrl)
    await keys.pressUntil('Tab', /^API key/)
    await type(KEY)
    await press('Enter')
    await page.getByRole('radio', { name: /^scripted/ }).waitFor()
    await keys.pressUntil('Tab', /^Start with scripted/, 40)
    await press('Enter')
    await page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
    const config = await readFile(join(story.home, 'config.toml'), 'utf8')
    expect(config).toMatch(/apiKeyRef = "vault:/)
    expect(config).not.toContain(KEY)
  })

  it('a first project is added', async () => {
    const { page, browser, path } = person
    await page.getByRole('heading', { name: 'Start with a folder' }).waitFor()
    await focusIs('Add project')
    await press('Enter')
    await browser.waitFor()
    for (
      let stop = 0;
      stop < 12 && !(await path.evaluate((box) => box === document.activeElement));
      stop += 1
    ) {
      await press('Tab')
    }
    await press('Control+A')
    await type(story.project)
    await person.button('Open this folder', browser).and(page.locator(':enabled')).waitFor()
    await press('Enter')
    await browser.waitFor({ state: 'hidden' })
  })

  it('the message box is ready, takes lines with Shift and Enter, and sends with Enter', async () => {
    await focusIs('Message')
    story.server().enqueue(textScript('Two lines, I see.'))
    await type('One')
    await press('Shift+Enter')
    await type('Two')
    await press('Enter')
    await person.reads('Two lines, I see.')
    expect(story.server().requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`)
    expect(newestChat(story.server()).at(-1)?.text).toContain('One\nTwo')
  })

  it('a change is allowed with Control and Enter, and the focus stays in the message box', async () => {
    story
      .server()
      .enqueue(
        callScript([{ name: 'write', args: { path: 'notes.md', content: 'High at noon.\n' } }]),
        textScript('Written down.'),
      )
    await focusIs('Message')
    await type('Write it down.')
    await press('Enter')
    await person.approval.waitFor()
    await canAnswer()
    await focusIs('Message')
    await press('Control+Enter')
    await person.reads('Written down.')
    expect(await readFile(join(story.project, 'notes.md'), 'utf8')).toBe('High at noon.\n')
  })

  it('a change is denied with Shift and Tab, and the message box is ready again', async () => {
    story
      .server()
      .enqueue(
        callScript([{ name: 'write', args: { path: 'other.md', content: 'Low at dawn.\n' } }]),
        textScript('Left alone.'),
      )
    await focusComposer()
    await type('Write that down too.')
    await press('Enter')
    await person.approval.waitFor()
    await focusIs('Message')
    for (let stop = 0; stop < 8 && !/^Deny/.test(await focused()); stop += 1) await press('Shift+Tab')
    await focusIs(/^Deny/)
    await canAnswer()
    await press('Enter')
    await person.reads('Left alone.')
    await person.rests()
    expect(existsSync(join(story.project, 'other.md'))).toBe(false)
    await focusIs('Message')
  })

  it('words are found in the chat, and Escape goes back to the message box', async () => {
    await press('Control+F')
    await focusIs(/[Ff]ind/)
    await type('Two lines')
    await person.page
      .getByText(/1 of [1-9]/)
      .first()
      .waitFor()
    await press('Escape')
    await focusIs('Message')
  })

  it('a key is stored in the vault', async () => {
    await press('Control+5')
    await person.page.getByRole('heading', { name: 'Vault', level: 2 }).waitFor()
    for (let stop = 0; stop < 30 && (await focused()) !== 'Add secret'; stop += 1) await press('Tab')
    await press('Enter')
    const { page } = person
    const isIn = (label: string) => expect.poll(() => hasFocus(label)).toBe(true)
    await isIn('Name')
    await type('harbour')
    for (let stop = 0; stop < 6 && !(await hasFocus('Value')); stop += 1) await press('Tab')
    await isIn('Value')
    await type('moon and tide 0815')
    await press('Enter')
    await page
      .getByRole('table', { name: 'Secrets' })
      .getByRole('row')
      .filter({ hasText: 'harbour' })
      .waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    await press('Control+1')
    await person.message.waitFor()
  })

  it('a run is steered with Enter, gets something to do next with Alt and Enter, and is stopped with Escape', async () => {
    const gate = createGate()
    story.server().enqueue(
      {
        steps: [
          { do: 'text', text: 'Let me look. ' },
          { do: 'wait', gate },
          ...callSteps('list'),
          { do: 'finish', reason: 'tool_calls' },
        ],
      },
      { steps: [{ do: 'text', text: 'I saw your hint.' }, { do: 'hang' }] },
      textScript('Now the next thing.'),
    )
    await focusComposer()
    await type('Look around.')
    await press('Enter')
    await person.reads('Let me look.')
    await focusComposer()
    await type('Mind the moon.')
    await press('Enter')
    await person.page.getByRole('list', { name: 'Queued messages' }).getByText('Mind the moon.').waitFor()
    await type('Then count the waves.')
    await press('Alt+Enter')
    await person.page
      .getByRole('list', { name: 'Queued messages' })
      .getByText('Then count the waves.')
      .waitFor()
    gate.open()
    await person.reads('I saw your hint.')
    expect(newestChat(story.server()).at(-1)?.text).toContain('Mind the moon.')
    await press('Escape')
    await person.entries('Note').filter({ hasText: 'You stopped the answer here' }).waitFor()
    await person.page.getByText('1 message is on hold because the run stopped').waitFor()
  })

  it('what was held is released', async () => {
    for (let stop = 0; stop < 20 && (await focused()) !== 'Release'; stop += 1) await press('Shift+Tab')
    await press('Enter')
    await person.reads('Now the next thing.')
    await person.rests()
  })
})

const callSteps = (name: string) => [{ do: 'call', index: 0, id: 'call_1', name, args: '{}' }] as const
