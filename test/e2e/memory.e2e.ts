import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { memoriesAt } from '../support/stories/memory-person.ts'

const story = tellStory({ withModel: true, inOrder: true })
const within = { timeout: PATIENCE_MS }
let person: Person
let keys: ReturnType<typeof keysAt>
let memories: ReturnType<typeof memoriesAt>

beforeAll(async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
  memories = memoriesAt(person, story)
  await person.addProject(story.project)
})

describe('a fact', () => {
  it('is proposed by an agent, put in other words by the person, and kept', async () => {
    const fact = { key: 'harbour gauge', content: 'The harbour gauge reads in feet.', tags: ['units'] }
    story
      .server()
      .enqueue(callScript([{ name: 'memory_save', args: fact }]), textScript('I will remember that.'))
    await person.say('Remember that the harbour gauge reads in feet.')
    await person.approval.waitFor()
    await inStoryLooks(story.desktop(), 'memory.proposal')
    const words = person.approval.getByRole('textbox', { name: 'What to remember' })
    await expect.poll(() => words.inputValue()).toBe(fact.content)
    await words.fill('The harbour gauge reads in centimetres.')
    await person.button('Allow once', person.approval).click()
    await person.reads('I will remember that.')
    await person.rests()
    expect(memories.lastRequest()).toContain('reads in centimetres')
  })

  it('comes to mind in a new chat of the project, with its source and why', async () => {
    await memories.newChat()
    await memories.asks('Which unit does the harbour gauge use?', 'It uses centimetres.')
    expect(memories.lastRequest()).toContain('> The harbour gauge reads in centimetres.')
    await memories.recalled.click()
    const list = person.page.getByRole('list', { name: 'Recalled memories' })
    await list.getByText('harbour gauge', { exact: true }).waitFor()
    await list.getByText(/Said in “?Remember that the harbour/).waitFor()
    await list.getByText(/^Matches .*gauge/).waitFor()
    const newest = person.page.getByRole('list', { name: 'Last recalled' })
    await newest.getByText(/^Matches .*gauge/).waitFor()
    await inStoryLooks(story.desktop(), 'memory.recalled')
  })

  it('is changed by the person, and comes to mind as it is then', async () => {
    await person.button('harbour gauge', person.conversation).click()
    await memories.detail.getByText('The harbour gauge reads in centimetres.', { exact: true }).waitFor()
    await memories.detail.getByRole('row', { name: /recalled/ }).waitFor()
    await inStoryLooks(story.desktop(), 'memory.detail')
    await person.button('Edit', memories.detail).click()
    await memories.detail
      .getByRole('textbox', { name: 'What to remember' })
      .fill('The harbour gauge reads in inches.')
    await person.button('Save', memories.detail).click()
    await memories.detail.getByText('The harbour gauge reads in inches.', { exact: true }).waitFor()
    await person.goTo('Chat')
    await memories.newChat()
    await memories.asks('And which unit does the harbour gauge use now?', 'Inches it is.')
    expect(memories.lastRequest()).toContain('> The harbour gauge reads in inches.')
    expect(memories.lastRequest()).not.toContain('centimetres')
  })

  it('leads back to the message in which it was said', async () => {
    await person.goTo('Memory')
    await person.button('Open message', memories.detail).click()
    const bar = person.page.getByRole('search', { name: 'Find in this chat' })
    await bar.getByText('1 of 1', { exact: true }).waitFor()
    await person.reads('Remember that the harbour gauge reads in feet.')
    await person.button('Close', bar).click()
  })

  it('is not known in another project', async () => {
    const other = join(story.person, 'elsewhere')
    mkdirSync(other)
    await person.addProject(other)
    await memories.asks('Which unit does the harbour gauge use?', 'I do not know.')
    expect(memories.lastRequest()).not.toContain('inches')
    expect(await memories.recalled.count()).toBe(0)
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
    await memories.detail
      .getByText('Spring tides come at new moon and at full moon.', { exact: true })
      .waitFor()
    await memories.search.focus()
    await keys.type('full mo')
    await expect.poll(() => memories.found.count(), within).toBe(1)
    await keys.press('ArrowDown')
    await keys.focusIs(/^Memory$/)
    await memories.search.fill('')
    await expect.poll(() => memories.found.count(), within).toBe(2)
  })

  it('about one thing is forgotten for good, after a look at what that is', async () => {
    await person.button('More', person.page.getByRole('region', { name: 'Memory items' })).click()
    await person.page.getByRole('menuitem', { name: /^Forget everything about/ }).click()
    await memories.detail.getByRole('textbox', { name: 'About' }).fill('gauge')
    await memories.detail.getByRole('checkbox', { name: 'harbour gauge' }).waitFor()
    await inStoryLooks(story.desktop(), 'memory.forget')
    await person.button('Forget 1 memory permanently', memories.detail).click()
    await expect
      .poll(() => memories.found.allTextContents(), within)
      .toEqual([expect.stringContaining('spring tide')])
    await memories.search.fill('gauge')
    await person.page.getByText('No results for “gauge” here.').waitFor()
    expect(memories.lastRequest()).not.toContain('inches')
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
    await memories.newChat()
    const before = calls()
    await person.message.fill('/mem')
    const offered = person.page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
    await expect.poll(() => offered.count(), within).toBe(6)
    await inStoryLooks(story.desktop(), 'memory.commands')
    await types('/memory create release')
    await result('Stores of this project')
      .getByText(/^The store .release. was created/)
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
    await memories.asks('When does the release gate close?', 'On Fridays.')
    expect(memories.lastRequest()).toContain('> The release gate closes on Fridays.')
    await types('/memory archive release')
    await result('Stores of this project')
      .getByText(/archived as .release\.archived./)
      .waitFor()
    await memories.newChat()
    await memories.asks('Does the release gate close on Fridays?', 'I do not know.')
    expect(memories.lastRequest()).not.toContain('> The release gate closes')
  })

  it('tells a chat in one line, and brings its summary up to date', async () => {
    story.server().enqueue(textScript('<line>Gate days asked</line>'))
    await types('/recap')
    await result('Recap').getByText('Gate days asked', { exact: true }).waitFor()
    await person.button('Details', result('Recap')).click()
    await result('Recap').getByText('Does the release gate close on Fridays?').waitFor()
    await inStoryLooks(story.desktop(), 'memory.recap')
    story.server().enqueue(textScript('<summary>They asked when the gate closes.</summary>'))
    await types('/summary')
    await result('Summary').getByText('They asked when the gate closes.').waitFor()
    await inStoryLooks(story.desktop(), 'memory.summary')
    const before = calls()
    await person.button('Close', result('Summary')).click()
    await types('/summary')
    await result('Summary').getByText('They asked when the gate closes.').waitFor()
    await person.button('Close', result('Summary')).click()
    await result('Summary').waitFor({ state: 'hidden' })
    expect(calls()).toBe(before)
  })

  it('suggests the next message once that is on, which Tab takes over and nothing sends', async () => {
    const { page } = person
    const suggestions = async () => {
      await person.goTo('Settings')
      await person.button('Chats', page.getByRole('navigation', { name: 'Settings sections' })).click()
      await page.getByRole('switch', { name: 'Suggest the next message' }).click()
    }
    await suggestions()
    await inStoryLooks(story.desktop(), 'settings.side')
    await person.goTo('Chat')
    story.server().enqueue(textScript('At noon.'), textScript('<next>And in winter?</next>'))
    await person.say('At which hour?')
    await person.reads('At noon.')
    await expect.poll(() => person.message.getAttribute('placeholder'), within).toBe('And in winter?')
    await inStoryLooks(story.desktop(), 'chat.suggestion')
    await person.message.press('x')
    await person.button('Use suggestion').waitFor({ state: 'hidden' })
    await person.message.press('Backspace')
    const before = calls()
    await person.message.press('Tab')
    expect(await person.message.inputValue()).toBe('And in winter?')
    expect(calls()).toBe(before)
    await person.message.fill('')
    await suggestions()
    await person.goTo('Chat')
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
    const line = person.page.getByText(/default/)
    await expect.poll(() => line.count(), within).toBe(3)
    await person.page.getByRole('switch', { name: 'Add memories to chats' }).click()
    await person.page.getByText(/from your config.toml/).waitFor()
    await person.goTo('Chat')
    await memories.newChat()
    await memories.asks('When do spring tides come?', 'I cannot say.')
    expect(memories.lastRequest()).not.toContain('full moon')
    await settings()
    await person.page.getByRole('switch', { name: 'Add memories to chats' }).click()
    await person.page.getByText('Memories that match a message are sent along with it').waitFor()
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
    await memories.writes('name', 'Call me Lin.', 'everywhere')
    await person.goTo('Chat')
    await memories.newChat()
    await memories.asks('Hello!', 'Hello Lin.')
    const [system, first] = messages()
    expect(system).toMatchObject({ role: 'system', text: expect.not.stringContaining('Call me Lin') })
    expect(first).toMatchObject({ role: 'user', text: expect.stringContaining('keeps for all projects') })
    expect(first?.text).toContain('name: Call me Lin. (written by the person')

    await person.goTo('Memory')
    await person.button('Edit', memories.detail).click()
    await memories.detail.getByRole('textbox', { name: 'What to remember' }).fill('Call me Kai.')
    await person.button('Save', memories.detail).click()
    await memories.detail.getByText('Call me Kai.', { exact: true }).waitFor()
    await person.goTo('Chat')
    await memories.asks('And now?', 'Still Lin.')
    expect(messages()[1]?.text).toContain('Call me Lin.')
    await person.button('View instructions').click()
    await person.button('Refresh instructions').first().click()
    await person.page.getByText('The next request uses the current instructions.').waitFor()
    await memories.asks('And after that?', 'Hello Kai.')
    expect(messages()[1]?.text).toContain('Call me Kai.')
  })
})
