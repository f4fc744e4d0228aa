import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  story
    .server()
    .enqueue(
      callScript([{ name: 'notes_set', args: { key: 'tide', content: 'Twice a day, up to six metres.' } }]),
      textScript(`Twice a day. ${'It rises and falls. '.repeat(150)}`),
    )
  await person.say('How often is the tide? Note it.')
  await person.reads('Twice a day.')
  await person.rests()
})

const inspector = () => person.page.getByRole('complementary', { name: 'Inspector' })
const note = (key: string) => inspector().getByRole('article', { name: `Note ${key}` })
const newest = () => JSON.stringify(story.server().requests.at(-1)?.body)
const answered = async (question: string, answer: string) => {
  story.server().enqueue(textScript(answer))
  await person.say(question)
  await person.reads(answer)
  await person.rests()
}

describe('what a model reads of a chat', () => {
  it('holds the notes, which its agent writes and the person changes', async () => {
    await note('tide').getByText('Twice a day, up to six metres.').waitFor()
    await note('tide').getByText('by an agent').waitFor()
    await person.button('Edit note tide', inspector()).click()
    const form = inspector().getByRole('form', { name: 'Edit note tide' })
    await form.getByRole('textbox').fill('Twice a day, up to seven metres.')
    await form.getByRole('textbox').press('Control+Enter')
    await note('tide').getByText('by you').waitFor()
    await inStoryLooks(story.desktop(), 'context.notes')
    await answered('How high is it?', 'Up to seven metres.')
    expect(newest()).toContain('tide: Twice a day, up to seven metres.')
  })

  it('refuses to note a secret and keeps the words in the form; what is taken away can be had back', async () => {
    await person.button('Add note', inspector()).click()
    const form = inspector().getByRole('form', { name: 'Add note' })
    await form.getByRole('textbox', { name: 'Name' }).fill('access')
    await form.getByRole('textbox', { name: 'Note' }).fill('sk-test-0123456789abcdefghij')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText(/holds a secret/).waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await person.button('Edit note tide', inspector()).click()
    await person.button('Remove', inspector()).click()
    await note('tide').waitFor({ state: 'hidden' })
    await person.button('Undo').click()
    await note('tide').getByText('Twice a day, up to seven metres.').waitFor()
  })

  it('is counted by the meter, with a row for every event', async () => {
    await inspector().getByText('Tool output').first().waitFor()
    await person.button('View request', inspector()).click()
    const rows = inspector().getByRole('listbox', { name: 'Outcome of every event' })
    await rows.getByText('How high is it?').waitFor()
    await person.button('Back to the overview', inspector()).click()
    await person.button('Compact', inspector()).waitFor()
  })

  it('shows a summary while it is written, and nothing of it after the app was killed', async () => {
    const gate = createGate()
    story.server().enqueue({
      steps: [{ do: 'text', text: 'They spoke of the tide ' }, { do: 'wait', gate }, { do: 'hang' }],
    })
    await person.button('Compact', inspector()).click()
    await inspector().getByRole('button', { name: 'Compact now' }).click()
    const summary = () => person.page.getByRole('region', { name: 'Summary in progress' })
    await summary().getByText('They spoke of the tide').waitFor()
    await inStoryLooks(story.desktop(), 'context.summing')
    await story.desktop().kill()
    gate.open()
    person = personAt((await story.start()).page)
    await person.reads('Twice a day.')
    await summary().waitFor({ state: 'hidden' })
    await note('tide').getByText('Twice a day, up to seven metres.').waitFor()
    await answered('Are you there?', 'Here I am.')
  })

  it('carries the notes word for word through a compaction', async () => {
    story.server().enqueue(textScript('They spoke of the tide.'))
    await person.button('Compact', inspector()).click()
    await inspector().getByRole('button', { name: 'Compact now' }).click()
    const divider = person.conversation.getByText(/Earlier messages were summarised/)
    await divider.waitFor()
    await person.rests()
    await answered('And now?', 'Now it ebbs.')
    expect(newest()).toContain('They spoke of the tide.')
    expect(newest()).not.toContain('It rises and falls.')
    expect(newest()).toContain('tide: Twice a day, up to seven metres.')
    await divider.click()
    await person.conversation.getByRole('region', { name: 'Notes, verbatim' }).waitFor()
  })
})

describe('messages that wait', () => {
  it('can be sent before their turn', async () => {
    const gate = createGate()
    story
      .server()
      .enqueue({ steps: [{ do: 'text', text: 'One moment ' }, { do: 'wait', gate }, { do: 'hang' }] })
    await person.say('Think long.')
    await person.reads('One moment')
    for (const text of ['First this', 'Then that']) {
      await person.message.fill(text)
      await person.button('Queue').click()
    }
    const queue = person.page.getByRole('list', { name: 'Queued messages' })
    await queue.getByText('Then that').waitFor()
    await person.stop.click()
    await person.page
      .getByText(/on hold/)
      .first()
      .waitFor()
    story.server().enqueue(textScript('That is done.'))
    await queue
      .getByRole('listitem')
      .filter({ hasText: 'Then that' })
      .getByRole('button', { name: 'Send now' })
      .click()
    await person.reads('That is done.')
    await person.rests()
    await queue.getByText('First this').waitFor()
    gate.open()
  })
})

describe('the settings of long chats', () => {
  it('stand in config.toml once they are chosen', async () => {
    const file = join(story.home, 'config.toml')
    await person.goTo('Settings')
    await person.button('Chats').last().click()
    const limit = person.page.getByRole('textbox', { name: 'Context limit' })
    await limit.fill('12')
    await person.page.getByText(/Enter a whole number of at least/).waitFor()
    expect(await readFile(file, 'utf8')).not.toContain('maxInputTokens')
    await limit.fill('50000')
    await limit.press('Enter')
    await person.page.getByRole('switch', { name: 'Auto-compact' }).click()
    await person.page.getByText('Compacts only on request').waitFor()
    await expect.poll(() => readFile(file, 'utf8')).toMatch(/maxInputTokens = 50000/)
    await expect.poll(() => readFile(file, 'utf8')).toMatch(/autoCompact = false/)
  })

  it('are listed beside the chat, each with whose it is', async () => {
    await person.goTo('Chat')
    await inspector().getByRole('button', { name: 'View effective settings' }).click()
    const value = (name: string) =>
      inspector().locator('dl > div').filter({ hasText: name }).getByRole('definition')
    await value('Max request size').getByText('50,000 tokens').waitFor()
    await value('Max request size').getByText('your config.toml').waitFor()
    await value('Auto-compact').getByText('off').waitFor()
    await value('Share for instructions').getByText('default').waitFor()
    await inStoryLooks(story.desktop(), 'context.policy')
  })

  it('are those of the profile that the chat chooses', async () => {
    const file = join(story.home, 'config.toml')
    await appendFile(file, '\n[context.profiles.long]\nreserveOutput = 24000\n')
    await inspector().getByRole('combobox', { name: 'Profile' }).click()
    await person.page.getByRole('option', { name: 'long' }).click()
    await inspector().getByText('“long” applies. Chosen by: this chat.').waitFor()
    await inspector().getByText('24,000 tokens').waitFor()
    await inStoryLooks(story.desktop(), 'context.profile')
    await person.goTo('Settings')
    const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
    await sections.getByRole('button', { name: 'Which settings apply' }).click()
    await person.page.getByRole('listitem').filter({ hasText: 'context.profile long' }).first().waitFor()
  })
})
