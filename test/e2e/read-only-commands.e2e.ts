import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
const NOTICE = /Commands that only read inside the project/
let person: Person

const runs = async (command: string, answer: string) => {
  story.server().enqueue(callScript([{ name: 'bash', args: { command } }]), textScript(answer))
  await person.say('Go on.')
}

beforeAll(async () => {
  const { page } = await story.start()
  person = personAt(page)
  await person.addProject(story.project)
})

describe('commands that only read', () => {
  it('run unasked in Ask first, and the first time a notice says so', async () => {
    await runs('ls && cat README.md', 'I looked.')
    await person.reads('I looked.')
    await person.rests()
    await person.page.getByText(NOTICE).first().waitFor()
    expect(await person.approval.count()).toBe(0)
  })

  it('are not noticed again', async () => {
    await person.button('Dismiss').first().click()
    await person.page.getByText(NOTICE).first().waitFor({ state: 'detached' })
    await runs('pwd', 'I know where I am.')
    await person.reads('I know where I am.')
    await person.rests()
    expect(await person.page.getByText(NOTICE).count()).toBe(0)
  })

  it('still ask when they look outside the project or change something', async () => {
    await runs('cat /etc/hostname', 'Not allowed.')
    await person.approval.getByText('This reaches outside the project.').waitFor()
    await person.button('Deny', person.approval).click()
    await person.rests()
    await runs('ls && touch made.txt', 'Not allowed either.')
    await person.approval.waitFor()
    await person.button('Deny', person.approval).click()
    await person.rests()
    expect(existsSync(join(story.project, 'made.txt'))).toBe(false)
  })

  it('ask as well once that is chosen in the settings', async () => {
    await person.goTo('Settings')
    await person.page.getByRole('button', { name: 'Permissions' }).first().click()
    await person.page.getByRole('switch', { name: 'Ask before read-only commands' }).click()
    await person.goTo('Chat')
    await runs('pwd', 'Asked first.')
    await person.approval.waitFor({ timeout: PATIENCE_MS })
    await person.button('Deny', person.approval).click()
    await person.reads('Asked first.')
  })
})
