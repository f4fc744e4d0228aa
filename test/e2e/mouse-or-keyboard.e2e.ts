import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { clipboardText } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type AgentAnswer, createAgentModel } from '../support/models/agent-model.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

describe('with the mouse, and keys for words only', () => {
  const story = tellStory({ inOrder: true, withModel: true })
  let person: Person

  beforeAll(async () => {
    person = personAt((await story.start()).page)
    await person.addProject(story.project)
  })

  it('a message is sent, and a request that arrives while the next is typed is allowed', async () => {
    const gate = createGate()
    const call = callScript([{ name: 'bash', args: { command: 'touch made.txt' } }])
    const steps = 'steps' in call ? call.steps : []
    story
      .server()
      .enqueue(
        { steps: [{ do: 'text', text: 'Let me see. ' }, { do: 'wait', gate }, ...steps] },
        textScript('It is made.'),
      )
    await person.message.click()
    await person.page.keyboard.type('Make it.')
    await person.send.click()
    await person.reads('Let me see.')
    await person.message.click()
    await person.page.keyboard.type('And then ')
    gate.open()
    await person.approval.waitFor()
    await person.page.keyboard.type('tell me')
    const since = await person.page.evaluate(() => performance.now())
    await person.page.waitForFunction((then) => performance.now() - then > 600, since)
    expect(existsSync(join(story.project, 'made.txt'))).toBe(false)
    await person.button('Allow once', person.approval).click()
    await person.reads('It is made.')
    await person.rests()
    expect(existsSync(join(story.project, 'made.txt'))).toBe(true)
    expect(await person.message.inputValue()).toBe('And then tell me')
    story.server().enqueue(textScript('That is the barnacle.'))
    await person.send.click()
    await person.reads('That is the barnacle.')
    await person.rests()
  })

  it('a chat is found by its words and opened at the place', async () => {
    const { page } = person
    await person.button('New chat').first().click()
    await person.entries('You').first().waitFor({ state: 'detached' })
    await person
      .button(/^Search/)
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Search or run' }).fill('search in chats')
    await page.getByRole('option', { name: /^Search in chats/ }).click()
    await page.getByRole('combobox', { name: 'Search in chats' }).fill('barnacle')
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().click()
    await person.reads('That is the barnacle.')
  })
})

const REPORT = '# Tides\n\nThe sea comes **twice** a day.'

describe('with the keyboard alone', () => {
  const answer = (): AgentAnswer => ({ say: REPORT })
  const model = createAgentModel({ answer })
  const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
  story.write(
    'home/workflows/tides.js',
    "export const meta = { name: 'tides', description: 'Says when the sea comes.' }\nreturn await agent('When?', { label: 'Sea' })\n",
  )
  let person: Person
  let flow: WorkflowPerson
  let keys: ReturnType<typeof keysAt>

  beforeAll(async () => {
    const { page } = await story.start()
    ;({ person, flow } = personWithWorkflows(page))
    keys = keysAt(page)
    await person.addProject(story.project)
  })

  it('the result of a run is read and copied', async () => {
    await keys.press('Control+2')
    await keys.focusIs(/^Run workflow/)
    await keys.press('Enter')
    await keys.pressUntil('ArrowDown', /^tides/)
    await keys.press('Enter')
    await keys.focusIs(/^tides/)
    await keys.press('Control+Enter')
    await flow.is('done')
    await person.page.getByRole('heading', { name: 'Tides', exact: true }).waitFor()
    await keys.pressUntil('Tab', /^Copy the result/, 60)
    await keys.press('Enter')
    await expect.poll(() => clipboardText(story.desktop().app)).toBe(REPORT)
  })

  it('a folder that has moved is located, and its chat goes on', async () => {
    await keys.press('Control+1')
    await person.say('When?')
    await person.reads('The sea comes')
    await person.rests()
    model.hold('Tarry')
    await person.say('Tarry a while.')
    await person.reads('Let me look.')
    await keys.press('Escape')
    const goOn = person.button('Continue', person.conversation)
    await goOn.waitFor()
    const moved = join(story.person, 'moved')
    await rename(story.project, moved)
    await person.page.reload()
    await person.button('Locate…').waitFor()
    expect(await goOn.count()).toBe(0)
    await keys.pressUntil('Tab', /^Locate…/, 60)
    await keys.press('Enter')
    await person.browser.waitFor()
    await keys.pressUntil('Tab', /^Path/, 12)
    await keys.press('Control+A')
    await keys.type(moved)
    await keys.press('Enter')
    await person.browser.waitFor({ state: 'hidden' })
    await person.button('Locate…').waitFor({ state: 'detached' })
    await goOn.waitFor()
    model.letGo('Tarry')
    await keys.pressUntil('Tab', /^Message/, 60)
    model.forget()
    await keys.type('And now?')
    await keys.press('Enter')
    await model.asked('And now?')
    await person.rests()
  })
})
