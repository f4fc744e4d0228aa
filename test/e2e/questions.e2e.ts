import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
const within = { timeout: PATIENCE_MS }
let person: Person

const ask = (id: string, args: object) => callScript([{ id, name: 'ask', args }])
/** The newest result of a call that the model was sent. */
const answered = (): unknown => {
  const { messages = [] } = (story.server().requests.at(-1)?.body ?? {}) as {
    messages?: readonly { role: string; content: unknown }[]
  }
  return messages.findLast(({ role }) => role === 'tool')?.content
}

const WHICH = {
  prompt: 'Which database?',
  choices: [{ label: 'SQLite', description: 'One file, no server.' }, { label: 'Postgres' }],
}
const PARTS = { prompt: 'Which **parts** use it?', choices: ['orders', 'stock', 'staff'], multiple: true }

beforeAll(async () => {
  const { page } = await story.start()
  person = personAt(page)
  await person.addProject(story.project)
})

describe('a question of an agent', () => {
  it('describes its choices, and one press answers it', async () => {
    story.server().enqueue(ask('one', WHICH), textScript('SQLite it is.'))
    await person.say('Store the orders.')
    const card = person.page.getByRole('region', { name: 'A question for you' })
    await card.getByText('One file, no server.').waitFor(within)
    await inStoryLooks(story.desktop(), 'question.described')
    // Typing and pressing in the first half second is taken for something else.
    await expect
      .poll(async () => {
        if (await card.isVisible()) await card.getByRole('button', { name: /^SQLite/ }).click()
        return await card.isVisible()
      }, within)
      .toBe(false)
    await person.reads('SQLite it is.')
    await person.rests()
    expect(answered()).toBe('SQLite')
  })

  it('comes with others, and all are answered with the keyboard', async () => {
    story.server().enqueue(ask('two', { ...WHICH, more: [PARTS] }), textScript('I know enough.'))
    await person.say('Store the rest.')
    const card = person.page.getByRole('region', { name: 'Questions for you' })
    const first = card.getByRole('group', { name: /Which database/ })
    const second = card.getByRole('group', { name: /Which parts use it/ })
    const send = card.getByRole('button', { name: 'Send answers' })
    await first.waitFor(within)
    expect(await send.isDisabled()).toBe(true)
    const { keyboard } = person.page
    await first.getByRole('radio', { name: 'SQLite' }).focus()
    await keyboard.press('ArrowDown')
    expect(await first.getByRole('radio', { name: 'Postgres' }).isChecked()).toBe(true)
    await card.getByText('1 of 2 answered').waitFor()
    await second.getByRole('checkbox', { name: 'orders' }).focus()
    await keyboard.press('Space')
    await second.getByRole('checkbox', { name: 'staff' }).focus()
    await keyboard.press('Space')
    await second.getByRole('textbox', { name: 'Answer to question 2' }).fill('and the till')
    await inStoryLooks(story.desktop(), 'question.several')
    await second.getByRole('textbox').focus()
    await keyboard.press('Enter')
    await person.reads('I know enough.')
    await person.rests()
    expect(answered()).toBe(
      '1. Which database?\nPostgres\n\n2. Which **parts** use it?\norders\nstaff\nand the till',
    )
  })

  it('is answered in the inbox as well', async () => {
    story.server().enqueue(ask('three', { ...PARTS, more: [WHICH] }), textScript('Then so.'))
    await person.say('Once more.')
    await person.page.getByRole('region', { name: 'Questions for you' }).waitFor(within)
    await person.goTo('Agents')
    const inbox = person.page.getByRole('region', { name: 'Approval inbox' })
    await inbox.getByRole('checkbox', { name: 'stock' }).check()
    await inbox.getByRole('radio', { name: 'Postgres' }).check()
    await inStoryLooks(story.desktop(), 'question.inbox')
    await inbox.getByRole('button', { name: 'Send answers' }).click()
    await expect
      .poll(answered, within)
      .toBe('1. Which **parts** use it?\nstock\n\n2. Which database?\nPostgres')
  })
})
