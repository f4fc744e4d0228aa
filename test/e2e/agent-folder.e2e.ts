import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { showAsFile, writeAgent } from '../support/stories/agent-page.ts'

const FOLDER = 'person/my code/潮汐 tide/.orrery/agents'
const WATCH = '---\nname: 潮汐守护\ndescription: 看守潮汐 at night\nmode: primary\n---\n\n你看守潮汐。\n'

/** The folder of this project has spaces and Chinese letters in its path. */
const story = tellStory({ inOrder: true, withModel: true })
let person: Person
let keys: ReturnType<typeof keysAt>

const start = async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
}
const file = (name: string) => join(story.project, '.orrery', 'agents', `${name}.md`)
const read = (name: string) => readFileSync(file(name), 'utf8')
const nav = () => person.page.getByRole('navigation', { name: 'Agents and permissions' })
const definition = (name: string) => nav().getByRole('button', { name: new RegExp(`^${name}`) })
const text = () => person.page.getByRole('textbox', { name: 'File contents' })
const off = () => nav().getByText('is not trusted, so its agents and skills are off')

/** Comes back to the window from the program in which the file was written. */
const comeBack = () => person.page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** Names what is made, keeps it in the project, and waits until its file is open. */
async function makeInProject(name: string): Promise<void> {
  await person.page.getByRole('textbox', { name: 'Name' }).fill(name)
  await person.page.getByRole('combobox', { name: 'Save to' }).click()
  await person.page.getByRole('option', { name: /^潮汐 tide/ }).click()
  await person.button('Create agent').click()
}

/** Opens the file of the agent in view as text. */
async function openFile(): Promise<void> {
  await person.button('Edit').first().click()
  await showAsFile(person.page)
  await text().waitFor()
}

beforeAll(async () => {
  await start()
  await person.addProject(story.project)
  await person.goTo('Agents')
})

describe('the agents of a project, in its folder', () => {
  it('are off until the folder is trusted, and the screen of agents says so', async () => {
    story.write(`${FOLDER}/night-watch.md`, WATCH)
    await comeBack()
    await person.page.getByText(/tide brings \d+ agents? in \.orrery/).waitFor()
    expect(await definition('潮汐守护').count()).toBe(0)
    await inStoryLooks(story.desktop(), 'agent-folder.asks')
    await person.button('Keep them off').click()
    await off().waitFor()
    await inStoryLooks(story.desktop(), 'agent-folder.off')
    await person.goTo('Settings')
    await person.button('Permissions').click()
    await person.page.getByRole('switch', { name: 'Trust 潮汐 tide' }).click()
    await person.goTo('Agents')
    await definition('潮汐守护').waitFor()
    await off().waitFor({ state: 'hidden' })
  })

  it('are made there, written and used', async () => {
    await person.button('New agent').first().click()
    await writeAgent(person.page)
    await makeInProject('harbour-pilot')
    await openFile()
    await text().press('Control+End')
    await person.page.keyboard.type('领航，小心浅滩。')
    await keys.press('Control+s')
    await person.page.getByText('Harbour pilot saved').waitFor()
    expect(read('harbour-pilot')).toContain('领航，小心浅滩。')
    await definition('Harbour pilot').filter({ hasText: 'project' }).waitFor()
  })

  it('are copied, and the copy goes its own way', async () => {
    await definition('潮汐守护').click()
    await person.button('Duplicate 潮汐守护').click()
    await makeInProject('day-watch')
    await text().waitFor()
    expect(read('day-watch')).toContain('你看守潮汐。')
    await text().press('Control+End')
    await person.page.keyboard.type('白天。')
    await keys.press('Control+s')
    await expect.poll(() => read('day-watch')).toContain('白天。')
    expect(read('night-watch')).toBe(WATCH)
  })

  it('are deleted there, the others stay, also after a restart', async () => {
    await definition('Harbour pilot').click()
    await person.button('Delete Harbour pilot').click()
    await definition('Harbour pilot').waitFor({ state: 'hidden' })
    expect(existsSync(file('harbour-pilot'))).toBe(false)
    await story.desktop().quit()
    await start()
    await person.goTo('Agents')
    await definition('潮汐守护').first().waitFor()
    expect(await definition('Harbour pilot').count()).toBe(0)
  })

  it('are asked about again when somebody else changes one of their files', async () => {
    story.write(`${FOLDER}/night-watch.md`, WATCH.replace('潮汐守护', '夜班守护'))
    await person.page.getByText(/tide brings \d+ agents? in \.orrery/).waitFor()
    await person.trustFolder()
    await definition('夜班守护').waitFor()
  })
})
