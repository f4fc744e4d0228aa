import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { delegate, held } from '../support/hosts/rule-host.ts'
import { createGate, textScript } from '../support/models/model-script.ts'
import { byNewestWords } from '../support/stories/answer-rules.ts'

const within = { timeout: PATIENCE_MS }
const gate = createGate()

const story = tellStory({
  inOrder: true,
  withModel: true,
  server: {
    respond: byNewestWords(
      [
        ['Look beside', () => delegate({ title: 'Beside', prompt: 'GO', background: true })],
        ['you wait for its answer then', () => delegate({ title: 'Waited for', prompt: 'STAY' })],
        ['STAY', () => held(gate, 'Noon.')],
        ['Noon.', () => textScript('It comes at noon.')],
      ],
      'Good to meet you.',
    ),
  },
})
let person: Person
const allowed = () => person.page.getByRole('switch', { name: 'Agents may work in the background' })
const move = (title: string) => person.button(`Move “${title}” to the background`)

const openChats = async () => {
  await person.goTo('Settings')
  await person.button('Chats', person.page.getByRole('navigation', { name: 'Settings sections' })).click()
}

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('agents in the background', () => {
  it('are switched off in the settings', async () => {
    await person.say('Hello.')
    await person.reads('Good to meet you.')
    await openChats()
    await expect.poll(() => allowed().isChecked(), within).toBe(true)
    const after = person.page.getByRole('textbox', { name: 'Move to the background after' })
    await after.fill('0')
    await person.page.getByText('Enter a whole number of minutes').waitFor()
    await after.fill('5')
    await after.press('Enter')
    await person.goTo('Chat')
    await openChats()
    await expect.poll(() => after.inputValue(), within).toBe('5')
    await allowed().click()
    await person.page.getByText('The parent agent waits for each subagent.').waitFor()
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'background-off')
  })

  it('are then waited for, with no way to move them there', async () => {
    await person.goTo('Chat')
    await person.say('Look beside me.')
    await person.entries('Tool Agent').filter({ hasText: 'Waited for' }).waitFor()
    await person.button('Stop “Waited for”').first().waitFor()
    expect(await move('Waited for').count()).toBe(0)
    gate.open()
    await person.reads('It comes at noon.')
    await person.rests()
  })

  it('are not made by /fork, which says where they are switched on', async () => {
    await person.say('/fork Count the tides')
    await person.page.getByText('Turn them on in the settings, under Chats.').first().waitFor()
  })

  it('are there again when they are switched on', async () => {
    await person.message.fill('')
    await openChats()
    await allowed().click()
    await expect.poll(() => allowed().isChecked(), within).toBe(true)
    await person.goTo('Chat')
    await person.say('/fork Count the tides')
    const agents = person.page.getByRole('list', { name: 'Agents', exact: true })
    await agents.getByText('Count the tides').first().waitFor()
  })
})
