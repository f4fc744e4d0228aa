import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createGate, type Gate, type Script, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  for (const [question, answer] of [
    ['How often is the tide?', 'Twice a day.'],
    ['What makes the wind?', 'The sun does.'],
  ] as const) {
    await person.button('New chat').first().click()
    story.server().enqueue(textScript(answer))
    await person.say(question)
    await person.reads(answer)
    await person.rests()
  }
})

const row = (title: string) => person.sessions.getByRole('button', { name: title }).first()
const titles = () => person.sessions.getByRole('listitem').allTextContents()
const press = (key: string) => person.page.keyboard.press(key)
const choose = async (title: string, item: string) => {
  await row(title).focus()
  await press('Shift+F10')
  await person.page.getByRole('menuitem', { name: item, exact: true }).click()
}
const waiting = (gate: Gate, text: string): Script => ({
  steps: [
    { do: 'text', text: 'Let me see. ' },
    { do: 'wait', gate },
    { do: 'text', text },
    { do: 'finish', reason: 'stop' },
  ],
})

describe('the list of chats', () => {
  it('takes a new name with F2, and keeps it over a restart', async () => {
    await row('How often').focus()
    await press('F2')
    const box = person.page.getByRole('textbox', { name: 'Chat name' })
    await box.fill('Tides')
    await box.press('Enter')
    await row('Tides').waitFor()
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await row('Tides').waitFor()
  })

  it('puts a pinned chat first, and back when it is not pinned any more', async () => {
    await expect.poll(async () => (await titles())[0]).toContain('What makes the wind?')
    await choose('Tides', 'Pin')
    await expect.poll(async () => (await titles())[0]).toMatch(/pinned.*Tides/)
    await choose('Tides', 'Unpin')
    await expect.poll(async () => (await titles())[0]).toContain('What makes the wind?')
  })

  it('says of a chat that was answered while another was open that it is unread', async () => {
    const gate = createGate()
    await row('Tides').click()
    await person.reads('Twice a day.')
    story.server().enqueue(waiting(gate, 'Six metres.'))
    await person.say('How high?')
    await person.reads('Let me see.')
    await row('What makes the wind?').click()
    await person.reads('The sun does.')
    gate.open()
    await row('Tides').getByText('unread').waitFor({ state: 'attached' })
    await row('Tides').click()
    await person.reads('Six metres.')
    await row('Tides').getByText('unread').waitFor({ state: 'detached' })
  })

  it('puts a chat into the archive and takes it out again', async () => {
    await choose('What makes the wind?', 'Archive')
    await row('What makes the wind?').waitFor({ state: 'detached' })
    await person.button('More').click()
    await person.page.getByRole('menuitem', { name: 'Show archived chats' }).click()
    await row('What makes the wind?').getByText('archived').waitFor()
    await choose('What makes the wind?', 'Unarchive')
    await row('What makes the wind?').getByText('archived').waitFor({ state: 'detached' })
  })
})

describe('several chats', () => {
  const bar = () => person.page.getByRole('toolbar', { name: 'Actions on selected chats' })
  const box = (title: string) => person.page.getByRole('checkbox', { name: `Select ${title}` })

  it('are selected with Shift and an arrow, with Ctrl and a click, and let go by Escape', async () => {
    await row('Tides').click()
    await row('Tides').focus()
    await press('Shift+ArrowDown')
    await bar().getByText('2 selected').waitFor()
    await person.page.getByRole('status').getByText('2 chats selected').waitFor({ state: 'attached' })
    await inStoryLooks(story.desktop(), 'chat-list.selected')
    await press('Escape')
    await bar().waitFor({ state: 'detached' })
    await row('What makes the wind?').click({ modifiers: ['ControlOrMeta'] })
    await bar().getByText('1 selected').waitFor()
    await box('Tides').click()
    expect(await box('Tides').getAttribute('aria-checked')).toBe('true')
  })

  it('are archived together and had back together', async () => {
    await bar().getByRole('button', { name: 'Archive' }).click()
    await person.page.getByText('2 chats archived.').waitFor()
    await row('Tides').getByText('archived').waitFor()
    await person.button('Undo').last().click()
    await row('Tides').getByText('archived').waitFor({ state: 'detached' })
    await row('What makes the wind?').getByText('archived').waitFor({ state: 'detached' })
  })

  it('are narrowed to a state', async () => {
    await person.button('Filter chats').click()
    await person.page.getByRole('menuitem', { name: 'Archived' }).click()
    await person.page.getByText('No matching chats').waitFor()
    await person.button('Show all').click()
    await row('Tides').waitFor()
  })
})

describe('the search over all chats', () => {
  const results = () => person.page.getByRole('listbox', { name: 'Results' })
  const filter = async (name: string, option: string) => {
    await person.page.getByRole('combobox', { name }).click()
    await person.page.getByRole('option', { name: option, exact: true }).click()
  }

  it('is narrowed by agent and time, and widened again', async () => {
    await press('Control+Shift+F')
    await person.page.keyboard.type('metres')
    await results().getByRole('option').first().waitFor()
    await filter('Time', 'Last 24 hours')
    await results().getByRole('option').first().waitFor()
    await filter('Agent', 'Plan')
    await person.page.getByText('No results for “metres” with these filters.').waitFor()
    await inStoryLooks(story.desktop(), 'search.filtered')
    await person.button('Clear filters').click()
    await results().getByRole('option').first().waitFor()
    await press('Escape')
    await results().waitFor({ state: 'detached' })
  })
})

describe('a chat as something to read', () => {
  it.each([
    ['Export as Markdown', 'tides.md', /^# Tides/m],
    ['Export as web page', 'tides.html', /<title>[^<]*Tides/],
  ])('is written by %s', async (item, name, head) => {
    const file = join(story.project, name)
    // The system's own dialogs cannot be reached from here; what they answer can.
    await story.desktop().app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: path })
    }, file)
    await choose('Tides', item)
    const read = () => readFile(file, 'utf8').catch(() => '')
    await expect.poll(read).toMatch(head)
    expect(await read()).toContain('Twice a day.')
    expect(await read()).toContain('Six metres.')
  })
})

describe('messages that wait', () => {
  const list = () => person.page.getByRole('list', { name: 'Queued messages' })
  const words = async () => {
    const texts = await list().getByRole('listitem').allTextContents()
    return texts.map((text) => /First|Second|Third|Other/.exec(text)?.[0] ?? text)
  }
  const at = (text: string) => list().getByRole('listitem').filter({ hasText: text })

  it('are changed, moved and taken out with the keyboard, and go in their order', async () => {
    const gate = createGate()
    await row('Tides').click()
    await person.reads('Six metres.')
    story.server().enqueue(waiting(gate, 'All is well.'))
    await person.say('Is all well?')
    await person.reads('Let me see.')
    for (const text of ['First', 'Second', 'Third']) {
      await person.message.fill(text)
      await person.message.press('Alt+Enter')
      await at(text).waitFor()
    }
    await at('Third').getByRole('button', { name: 'Reorder queued message' }).focus()
    await press('ArrowUp')
    await expect.poll(words).toEqual(['First', 'Third', 'Second'])
    await at('Second').getByRole('button', { name: 'Edit queued message' }).focus()
    await press('Enter')
    const box = list().getByRole('textbox', { name: 'Edit queued message' })
    await box.fill('Other')
    await box.press('Enter')
    await expect.poll(words).toEqual(['First', 'Third', 'Other'])
    await inStoryLooks(story.desktop(), 'queue.edited')
    await at('First').getByRole('button', { name: 'Remove queued message' }).focus()
    await press('Enter')
    await expect.poll(words).toEqual(['Third', 'Other'])
    story.server().enqueue(textScript('To the third.'), textScript('To the other.'))
    gate.open()
    await person.reads('To the other.')
    await person.rests()
    await expect.poll(() => list().count()).toBe(0)
    const sent = await person.entries('You').allTextContents()
    expect(sent.slice(-2).map((text) => text.trim())).toEqual(['Third', 'Other'])
  })

  it('are changed with all their lines, and what is being written when their turn comes is kept', async () => {
    const gate = createGate()
    story.server().enqueue(waiting(gate, 'Still well.'))
    await person.say('Is it still?')
    await expect.poll(() => person.button('Stop').count()).toBe(1)
    await person.message.fill('First line')
    await person.message.press('Alt+Enter')
    await at('First line').getByRole('button', { name: 'Edit queued message' }).click()
    const box = list().getByRole('textbox', { name: 'Edit queued message' })
    await box.press('End')
    await box.press('Shift+Enter')
    await person.page.keyboard.type('Second line')
    await inStoryLooks(story.desktop(), 'queue.lines')
    await box.press('Enter')
    await at('Second line').getByRole('button', { name: 'Edit queued message' }).click()
    await expect.poll(() => box.inputValue()).toBe('First line\nSecond line')
    await box.fill('First line\nOther line')
    story.server().enqueue(textScript('To both lines.'))
    gate.open()
    await person.reads('To both lines.')
    await person.page.getByText('This message is no longer queued.').waitFor()
    await expect.poll(() => person.message.inputValue()).toBe('First line\nOther line')
    expect((await person.entries('You').allTextContents()).at(-1)).toContain('Second line')
  })
})
