import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop.ts'
import { keysAt } from '../support/desktop-keys.ts'
import { inEveryLook } from '../support/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop-person.ts'
import { tellStory } from '../support/desktop-story.ts'
import { callScript, textScript } from '../support/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
const within = { timeout: PATIENCE_MS }
let person: Person
let keys: ReturnType<typeof keysAt>

beforeAll(async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
  await person.addProject(story.project)
})

const lastRequest = () => JSON.stringify(story.server().requests.at(-1)?.body)
const recalled = () => person.entries('Note').getByRole('button', { name: /^Brought to mind/ })
const detail = () => person.page.getByRole('region', { name: 'Memory detail' })
const found = () => person.page.getByRole('listbox', { name: 'Memory', exact: true }).getByRole('option')
const search = () => person.page.getByRole('searchbox', { name: 'Search memory' })

const asks = async (question: string, answer: string) => {
  story.server().enqueue(textScript(answer))
  await person.say(question)
  await person.reads(answer)
  await person.rests()
}
const newChat = async () => {
  await person.button('New chat').first().click()
  await expect.poll(() => person.conversation.getByRole('article').count(), within).toBe(0)
}

describe('a fact', () => {
  it('is proposed by an agent, put in other words by the person, and kept', async () => {
    const fact = { key: 'harbour gauge', content: 'The harbour gauge reads in feet.', tags: ['units'] }
    story
      .server()
      .enqueue(callScript([{ name: 'memory_save', args: fact }]), textScript('I will remember that.'))
    await person.say('Remember that the harbour gauge reads in feet.')
    await person.approval.waitFor()
    await inEveryLook(story.desktop(), 'memory.proposal')
    const words = person.approval.getByRole('textbox', { name: 'What to remember' })
    await expect.poll(() => words.inputValue()).toBe(fact.content)
    await words.fill('The harbour gauge reads in centimetres.')
    await person.button('Allow once', person.approval).click()
    await person.reads('I will remember that.')
    await person.rests()
    expect(lastRequest()).toContain('reads in centimetres')
  })

  it('comes to mind in a new chat of the project, with its source and why', async () => {
    await newChat()
    await asks('Which unit does the harbour gauge use?', 'It uses centimetres.')
    expect(lastRequest()).toContain('> The harbour gauge reads in centimetres.')
    await recalled().click()
    const list = person.page.getByRole('list', { name: 'What was brought to mind' })
    await list.getByText('harbour gauge', { exact: true }).waitFor()
    await list.getByText(/Said in “?Remember that the harbour/).waitFor()
    await list.getByText(/^Shares .*gauge/).waitFor()
    const newest = person.page.getByRole('list', { name: 'Brought to mind last' })
    await newest.getByText(/^Shares .*gauge/).waitFor()
    await inEveryLook(story.desktop(), 'memory.recalled')
  })

  it('is changed by the person, and comes to mind as it is then', async () => {
    await person.button('harbour gauge', person.conversation).click()
    await detail().getByText('The harbour gauge reads in centimetres.', { exact: true }).waitFor()
    await detail()
      .getByRole('row', { name: /recalled/ })
      .waitFor()
    await inEveryLook(story.desktop(), 'memory.detail')
    await person.button('Edit', detail()).click()
    await detail()
      .getByRole('textbox', { name: 'What to remember' })
      .fill('The harbour gauge reads in inches.')
    await person.button('Save', detail()).click()
    await detail().getByText('The harbour gauge reads in inches.', { exact: true }).waitFor()
    await person.goTo('Chat')
    await newChat()
    await asks('And which unit does the harbour gauge use now?', 'Inches it is.')
    expect(lastRequest()).toContain('> The harbour gauge reads in inches.')
    expect(lastRequest()).not.toContain('centimetres')
  })

  it('leads back to the message in which it was said', async () => {
    await person.goTo('Memory')
    await person.button('Open message', detail()).click()
    const bar = person.page.getByRole('search', { name: 'Find in this chat' })
    await bar.getByText('1 of 1', { exact: true }).waitFor()
    await person.reads('Remember that the harbour gauge reads in feet.')
    await person.button('Close', bar).click()
  })

  it('is not known in another project', async () => {
    const other = join(story.person, 'elsewhere')
    mkdirSync(other)
    await person.addProject(other)
    await asks('Which unit does the harbour gauge use?', 'I do not know.')
    expect(lastRequest()).not.toContain('inches')
    expect(await recalled().count()).toBe(0)
  })
})

describe('what is remembered', () => {
  it('is written, found and read with the keyboard alone', async () => {
    await keys.press('Control+4')
    await keys.pressUntil('Tab', /^Search memory$/, 60)
    await keys.pressUntil('Tab', /^Add memory$/)
    await keys.press('Enter')
    await keys.focusIs(/^Key$/)
    await keys.type('spring tide')
    await keys.press('Tab')
    await keys.type('Spring tides come at new moon and at full moon.')
    await keys.pressUntil('Tab', /^Save$/)
    await keys.press('Enter')
    await detail().getByText('Spring tides come at new moon and at full moon.', { exact: true }).waitFor()
    await search().focus()
    await keys.type('full mo')
    await expect.poll(() => found().count(), within).toBe(1)
    await keys.press('ArrowDown')
    await keys.focusIs(/^Memory$/)
    await search().fill('')
    await expect.poll(() => found().count(), within).toBe(2)
  })

  it('about one thing is forgotten for good, after a look at what that is', async () => {
    await person.button('More', person.page.getByRole('region', { name: 'Memory items' })).click()
    await person.page.getByRole('menuitem', { name: /^Forget everything about/ }).click()
    await detail().getByRole('textbox', { name: 'About' }).fill('gauge')
    await detail().getByRole('checkbox', { name: 'harbour gauge' }).waitFor()
    await inEveryLook(story.desktop(), 'memory.forget')
    await person.button('Forget 1 memory for good', detail()).click()
    await expect
      .poll(() => found().allTextContents(), within)
      .toEqual([expect.stringContaining('spring tide')])
    await search().fill('gauge')
    await person.page.getByText('Nothing fits “gauge” here.').waitFor()
    expect(lastRequest()).not.toContain('inches')
  })
})
