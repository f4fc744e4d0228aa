import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

const config = () => readFileSync(join(story.home, 'config.toml'), 'utf8')
const field = (name: string) => person.page.getByRole('textbox', { name, exact: true })
const region = (name: string) => person.page.getByRole('region', { name, exact: true })
const enter = async (name: string, text: string) => {
  await field(name).fill(text)
  await field(name).press('Enter')
}
const choose = async (name: string, option: string) => {
  await person.page.getByRole('combobox', { name, exact: true }).click()
  await person.page.getByRole('option', { name: option, exact: true }).click()
}
const openChats = async () => {
  await person.goTo('Settings')
  const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
  await person.button('Chats', sections).click()
}

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  await openChats()
})

describe('the settings of requests', () => {
  it('are written into config.toml as they are chosen', async () => {
    await enter('Reserved for the answer', '4000')
    await expect.poll(config).toContain('reserveOutput = 4000')
    await choose('Add a kind of note', 'Hook')
    await person.page.getByRole('checkbox', { name: 'Always keep' }).click()
    await expect.poll(config).toMatch(/alwaysKeepKinds = \[ ?"hook-context" ?\]/)
    await enter('Share for instructions, percent', '90')
    await region('Requests').getByText('Enter a whole number from 2 to 60').waitFor()
    expect(config()).not.toContain('systemFraction')
    await enter('Archive after days', '30')
    await expect.poll(config).toContain('sessionTtl = 30')
  })

  it('have profiles, which models and chats can have', async () => {
    await person.button('New profile').click()
    const form = region('New profile')
    await form.getByRole('textbox', { name: 'Name' }).fill('thrifty 省')
    await form.getByRole('textbox', { name: 'Context limit' }).fill('9000')
    await form.getByRole('button', { name: 'Save profile' }).click()
    await form.waitFor({ state: 'hidden' })
    await expect.poll(config).toContain('maxInputTokens = 9000')
    await choose('Profile of Scripted', 'thrifty 省')
    await expect.poll(config).toMatch(/"test\/scripted" = "thrifty 省"/)
    await inStoryLooks(story.desktop(), 'chat-policy')
  })

  it('are the same after a restart, and a removed profile is used by nothing', async () => {
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await openChats()
    await expect.poll(() => field('Reserved for the answer').inputValue()).toBe('4000')
    await person.button('Remove profile thrifty 省').click()
    await expect.poll(config).not.toContain('thrifty')
    await expect.poll(() => field('Archive after days').inputValue()).toBe('30')
  })
})
