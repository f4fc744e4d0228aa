import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
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

describe('a command', () => {
  const result = (name: string) => person.page.getByRole('region', { name, exact: true })
  const types = async (command: string) => {
    await person.message.fill(command)
    await keys.press('Enter')
  }
  const calls = () => story.server().requests.length

  it('keeps and reads entries of stores, offered as one types, and asks no model', async () => {
    await person.goTo('Chat')
    await newChat()
    const before = calls()
    await person.message.fill('/mem')
    const offered = person.page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
    await expect.poll(() => offered.count(), within).toBe(6)
    await inEveryLook(story.desktop(), 'memory.commands')
    await types('/memory create release')
    await result('Stores of this project')
      .getByText(/^The store .release. is there/)
      .waitFor()
    await types('/memory store release gate The release gate closes on Fridays.')
    await result('Stores of this project').getByText('The release gate closes on Fridays.').waitFor()
    await types('/memory fetch release ../secrets')
    await person.page.getByText(/no slashes/).waitFor()
    await types('/memory list')
    await result('Stores of this project').getByText('1 entry').waitFor()
    await types('/memory entries release')
    await result('Stores of this project').getByRole('button', { name: 'gate' }).waitFor()
    expect([calls(), await person.conversation.getByRole('article').count()]).toEqual([before, 0])
  })

  it('leaves its entries to come to mind until their store is put away', async () => {
    await asks('When does the release gate close?', 'On Fridays.')
    expect(lastRequest()).toContain('> The release gate closes on Fridays.')
    await types('/memory archive release')
    await result('Stores of this project')
      .getByText(/put away as .release\.archived./)
      .waitFor()
    await newChat()
    await asks('Does the release gate close on Fridays?', 'I do not know.')
    expect(lastRequest()).not.toContain('> The release gate closes')
  })

  it('tells what happened, and what stands for the chat', async () => {
    const before = calls()
    await types('/recap')
    await result('What happened').getByText('Does the release gate close on Fridays?').waitFor()
    await types('/summary')
    await result('Summary')
      .getByText(/no notes/)
      .waitFor()
    await person.button('Close', result('Summary')).click()
    await result('Summary').waitFor({ state: 'hidden' })
    expect(calls()).toBe(before)
  })
})

describe('the settings', () => {
  it('say what memory does unasked and whose word that is, and switch it off', async () => {
    const settings = async () => {
      await person.goTo('Settings')
      await person
        .button('Memory', person.page.getByRole('navigation', { name: 'Settings sections' }))
        .click()
    }
    await settings()
    const line = person.page.getByText(/as the app comes/)
    await expect.poll(() => line.count(), within).toBe(3)
    await person.page.getByRole('switch', { name: 'Bring memories to chats' }).click()
    await person.page.getByText(/from your config.toml/).waitFor()
    await person.goTo('Chat')
    await newChat()
    await asks('When do spring tides come?', 'I cannot say.')
    expect(lastRequest()).not.toContain('full moon')
    await settings()
    await person.page.getByRole('switch', { name: 'Bring memories to chats' }).click()
    await person.page.getByText('What fits a message goes along with it').waitFor()
  })
})

describe('what is kept for all projects', () => {
  const messages = () => {
    const { messages: sent } = z
      .object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) })
      .parse(story.server().requests.at(-1)?.body)
    return sent.map(({ role, content }) => ({ role, text: JSON.stringify(content) }))
  }

  it('is told to a new chat as words of the user with its source, frozen until it is refreshed', async () => {
    await person.goTo('Memory')
    await person.button('Add memory').click()
    await detail().getByRole('textbox', { name: 'Key' }).fill('name')
    await detail().getByRole('textbox', { name: 'What to remember' }).fill('Call me Lin.')
    await detail().getByRole('combobox', { name: 'Kept for' }).click()
    await person.page.getByRole('option', { name: 'You, in all projects' }).click()
    await person.button('Save', detail()).click()
    await detail().getByText('Call me Lin.', { exact: true }).waitFor()
    await person.goTo('Chat')
    await newChat()
    await asks('Hello!', 'Hello Lin.')
    const [system, first] = messages()
    expect(system).toMatchObject({ role: 'system', text: expect.not.stringContaining('Call me Lin') })
    expect(first).toMatchObject({ role: 'user', text: expect.stringContaining('keeps for all projects') })
    expect(first?.text).toContain('name: Call me Lin. (written by the person')

    await person.goTo('Memory')
    await person.button('Edit', detail()).click()
    await detail().getByRole('textbox', { name: 'What to remember' }).fill('Call me Kai.')
    await person.button('Save', detail()).click()
    await detail().getByText('Call me Kai.', { exact: true }).waitFor()
    await person.goTo('Chat')
    await asks('And now?', 'Still Lin.')
    expect(messages()[1]?.text).toContain('Call me Lin.')
    await person.button('What it was told').click()
    await person.button('Refresh instructions').first().click()
    await person.page.getByText('The next request carries the instructions as they are now.').waitFor()
    await asks('And after that?', 'Hello Kai.')
    expect(messages()[1]?.text).toContain('Call me Kai.')
  })
})

describe('what is found in a chat', () => {
  const proposal = (key: string) => detail().getByRole('region', { name: `Proposed: ${key}` })
  const looksOver = async (findings: readonly object[]) => {
    story.server().enqueue(textScript(JSON.stringify(findings)))
    await person.goTo('Memory')
    await person.button('More', person.page.getByRole('region', { name: 'Memory items' })).click()
    await person.page.getByRole('menuitem', { name: 'Look for what to remember' }).click()
    await person.button('Look over the open chat', detail()).click()
  }

  it('is only proposed, and kept in the words of the person when they agree', async () => {
    await person.goTo('Chat')
    await newChat()
    await asks('We mark buoys in red.', 'Noted.')
    await looksOver([{ message: 1, key: 'buoys', content: 'Buoys are red.', tags: ['colours'] }])
    await proposal('buoys').waitFor()
    expect(lastRequest()).toContain('We mark buoys in red.')
    await proposal('buoys')
      .getByRole('textbox', { name: 'What to remember' })
      .fill('Buoys are marked in red.')
    await inEveryLook(story.desktop(), 'memory.proposals')
    await person.button('Remember', proposal('buoys')).click()
    await proposal('buoys').waitFor({ state: 'hidden' })
    await search().fill('buoys')
    await expect
      .poll(() => found().allTextContents(), within)
      .toEqual([expect.stringContaining('marked in red')])
    await search().fill('')
  })

  it('stands beside what it contradicts, and replaces it when the person says so', async () => {
    await looksOver([{ message: 1, key: 'buoys', content: 'Buoys are green.', tags: [] }])
    await proposal('buoys').getByText('Buoys are marked in red.').waitFor()
    await inEveryLook(story.desktop(), 'memory.beside')
    await person.button('Replace', proposal('buoys')).click()
    await proposal('buoys').waitFor({ state: 'hidden' })
    await search().fill('buoys')
    await expect.poll(() => found().allTextContents(), within).toEqual([expect.stringContaining('green')])
  })

  it('is seen side by side where two memories contradict each other', async () => {
    await person.button('Add memory').click()
    await detail().getByRole('textbox', { name: 'Key' }).fill('buoys')
    await detail().getByRole('textbox', { name: 'What to remember' }).fill('Buoys are white.')
    await detail().getByRole('combobox', { name: 'Kept for' }).click()
    await person.page.getByRole('option', { name: 'You, in all projects' }).click()
    await person.button('Save', detail()).click()
    const beside = detail().getByRole('region', { name: 'Contradicts' })
    await beside.getByText('Buoys are green.').waitFor()
    await person.button('Keep the other', beside).click()
    await beside.waitFor({ state: 'hidden' })
    await expect.poll(() => found().allTextContents(), within).toEqual([expect.stringContaining('green')])
  })
})
