import { beforeAll, describe, expect, it } from 'vitest'
import { chooseTheme, drawnAt, LARGE, SMALL } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt, type Surface } from '../support/desktop/desktop-person.ts'
import { seriousFindings, settled } from '../support/desktop/desktop-screens.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ inOrder: true })
let person: Person

/** Has axe look at what is shown, in both themes. */
async function isClean(place: string) {
  const findings: object[] = []
  for (const theme of ['light', 'dark'] as const) {
    await chooseTheme(person.page, theme)
    await settled(person.page)
    for (const found of await seriousFindings(person.page)) findings.push({ place, theme, ...found })
  }
  expect(findings).toEqual([])
}

/** Visits every entry of a list beside a screen, each by its own name. */
async function visitEach(list: string) {
  const entries = person.page.getByRole('navigation', { name: list }).getByRole('button')
  const names = await entries.allTextContents()
  expect(names.length).toBeGreaterThan(3)
  for (const [at, name] of names.entries()) {
    await entries.nth(at).click()
    await isClean(`${list}: ${name}`)
  }
}

async function goTo(surface: Surface) {
  await person.goTo(surface)
  await person.page.locator('main [data-pane]').first().waitFor()
}

beforeAll(async () => {
  person = personAt((await story.start({ size: LARGE })).page)
  await person.addProject(story.project)
})

describe('every place of the app, dark and light, as axe sees it', () => {
  it('a chat with tools, and what stands beside it', async () => {
    await person.say('read src/tide.ts')
    await person.entries('Tool Read').first().waitFor()
    await person.rests()
    await isClean('chat')
    await person.page.keyboard.press('Control+f')
    await person.page.getByRole('search', { name: 'Find in this chat' }).waitFor()
    await isClean('find in the chat')
    await person.page.keyboard.press('Escape')
  })

  it('what opens above everything', async () => {
    const { keyboard } = person.page
    await keyboard.press('Control+Shift+F')
    await person.page.getByRole('dialog').waitFor()
    await isClean('search in all chats')
    await keyboard.press('Escape')
    await person.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await keyboard.press('Control+k')
    await person.page.getByRole('listbox', { name: 'Results' }).waitFor()
    await isClean('command palette')
    await keyboard.press('Escape')
    await person.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await person.button('More').click()
    await person.page.getByRole('menuitem', { name: 'Bin' }).click()
    await person.page.getByRole('dialog', { name: 'Bin' }).waitFor()
    await isClean('bin')
    await keyboard.press('Escape')
    await person.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await keyboard.press('Control+o')
    await person.browser.waitFor()
    await isClean('directory browser')
    await keyboard.press('Escape')
    await person.browser.waitFor({ state: 'hidden' })
  })

  it('workflows, with one that could be started', async () => {
    await goTo('Workflows')
    await isClean('workflows')
    await person.page.getByRole('combobox', { name: 'Saved workflow' }).click()
    await person.page.getByRole('option').first().click()
    await person.page.getByRole('option').first().waitFor({ state: 'hidden' })
    await isClean('launch of a workflow')
  })

  it('agents: inbox, grants, processes, and every definition and skill', async () => {
    await goTo('Agents')
    await visitEach('Agents and permissions')
  })

  it('memory and pages, with their forms', async () => {
    await goTo('Memory')
    await isClean('memory')
    await person.button('Add memory').first().click()
    await person.page.getByRole('textbox', { name: 'What to remember' }).waitFor()
    await isClean('a new memory')
    await person.page.keyboard.press('Escape')
  })

  it('vault, with the form for a secret', async () => {
    await goTo('Vault')
    await person.button('Add secret').first().click()
    await person.page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await isClean('a new secret')
    await person.page.getByRole('textbox', { name: 'Name', exact: true }).fill('harbour')
    await person.page.getByLabel('Value', { exact: true }).fill('sk-not-a-real-key-harbour')
    await person.button('Save').click()
    const row = person.page.getByRole('table', { name: 'Secrets' }).getByRole('row', { name: /harbour/ })
    await row.waitFor()
    await isClean('vault')
    await row.getByRole('button', { name: 'Delete' }).click()
    await person.button('Delete permanently').waitFor()
    await isClean('a secret that is to be deleted')
  })

  it('every section of the settings, and the form for a model', async () => {
    await goTo('Settings')
    await visitEach('Settings sections')
    const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
    await person.button('Models', sections).click()
    await person.button('Add model').click()
    await person.page.getByRole('complementary').getByRole('textbox').first().waitFor()
    await isClean('a new model')
  })
})

describe('a model that is half described', () => {
  it('keeps what was typed when the window becomes narrow and wide again', async () => {
    const address = () => person.page.getByRole('textbox', { name: 'Base URL' })
    await address().fill('http://127.0.0.1:4711/v1')
    await drawnAt(story.desktop(), SMALL)
    await expect.poll(() => address().inputValue()).toBe('http://127.0.0.1:4711/v1')
    await drawnAt(story.desktop(), LARGE)
    await expect.poll(() => address().inputValue()).toBe('http://127.0.0.1:4711/v1')
  })
})
