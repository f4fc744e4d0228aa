import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

/** No server, no key, no settings: what a newcomer has after the first start. */
const story = tellStory({ inOrder: true })
let person: Person

beforeAll(async () => {
  await rm(join(story.home, 'config.toml'), { force: true })
  person = personAt((await story.start()).page)
})

describe('a newcomer without a model', () => {
  it('does what the welcome page says one may try', async () => {
    const { page } = person
    await page.getByText('read README.md').waitFor()
    await page.getByText('/survey-project').waitFor()
    await person.addProject(story.project)
    await person.say('read README.md')
    await person.entries('Tool Read').waitFor()
    await person.reads('A small clock that shows the tide.')
    await person.rests()
  })

  it('allows an edit and finds it in the file', async () => {
    await person.say('replace "small" with "tiny" in README.md')
    await person.approval.waitFor()
    await person.button('Allow once', person.approval).click()
    await expect.poll(() => readFile(join(story.project, 'README.md'), 'utf8')).toContain('A tiny clock')
    await person.rests()
  })

  it('watches agents survey the folder, and reads their report in the chat', async () => {
    const { page } = person
    await person.say('/survey-project')
    await person.conversation.getByText('survey-project').first().waitFor()
    await person.goTo('Workflows')
    const agents = page.getByRole('listbox', { name: 'Agents' })
    await agents.getByRole('option', { name: /src/ }).first().waitFor()
    await page.locator('[role=treeitem][aria-description^="Surveyed 2 parts"]').waitFor()
    await person.goTo('Chat')
    await person.rests()
    await person.reads(/Surveyed 2 parts/)
    await inStoryLooks(story.desktop(), 'practice.chat')
  })
})
