import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'

const touch = (file: string) => callScript([{ name: 'bash', args: { command: `touch ${file}` } }])
const RULES: AnswerRules = [
  ['Touch left', () => touch('left.txt')],
  ['Touch right', () => touch('right.txt')],
  ['tide', () => textScript('Twice a day.')],
  ['wind', () => textScript('The sun does.')],
]
const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, 'It is done.') },
})
let person: Person

const row = (title: string) => person.sessions.getByRole('button', { name: title }).first()
const left = () => person.page.getByRole('region', { name: /^Chat: / })
const right = () => person.page.getByRole('region', { name: /^Second chat: / })
const box = (pane: ReturnType<typeof left>) => pane.getByRole('textbox', { name: 'Message' })
const card = (pane: ReturnType<typeof left>) => pane.getByRole('alertdialog', { name: 'Approval needed' })
const press = (...keys: readonly string[]) => keysAt(person.page).press(...keys)
const made = (name: string) => existsSync(join(story.project, name))
const openBeside = async (title: string) => {
  await row(title).focus()
  await press('Alt+Enter')
  await right().waitFor()
}
/** Waits until keys answer a card that has just appeared. */
const canAnswer = async () => {
  const since = await person.page.evaluate(() => performance.now())
  await person.page.waitForFunction((then) => performance.now() - then > 600, since)
}

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  for (const [question, answer] of [
    ['How often is the tide?', 'Twice a day.'],
    ['What makes the wind?', 'The sun does.'],
  ] as const) {
    await person.button('New chat').first().click()
    await person.say(question)
    await person.reads(answer)
    await person.rests()
  }
})

describe('two chats side by side', () => {
  it('are each written to in a message box of their own', async () => {
    await openBeside('How often is the tide?')
    await right().getByText('Twice a day.').waitFor()
    await left().getByText('The sun does.').waitFor()
    await box(left()).fill('Only here')
    expect(await box(right()).inputValue()).toBe('')
    await box(right()).fill('And the tide in winter?')
    await box(right()).press('Enter')
    await right().getByRole('article', { name: 'You', exact: true }).nth(1).waitFor()
    expect(await box(left()).inputValue()).toBe('Only here')
    expect(await left().getByRole('article', { name: 'You', exact: true }).count()).toBe(1)
    await right().getByRole('button', { name: 'Send', exact: true }).waitFor()
    await inStoryLooks(story.desktop(), 'chat-side')
  })

  it('answer only their own requests with keys', async () => {
    await box(left()).fill('')
    await box(left()).fill('Touch left')
    await box(left()).press('Enter')
    await card(left()).waitFor()
    await box(right()).fill('Touch right')
    await box(right()).press('Enter')
    await card(right()).waitFor()
    await canAnswer()
    await box(right()).focus()
    await press('Control+Enter')
    await card(right()).waitFor({ state: 'detached' })
    await expect.poll(() => made('right.txt')).toBe(true)
    await card(left()).waitFor()
    expect(made('left.txt')).toBe(false)
    await box(right()).fill('typed text')
    await press('Control+Enter')
    await card(left()).waitFor()
    await person.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    await press('Control+Enter')
    expect(made('left.txt')).toBe(false)
    await box(left()).focus()
    await press('Control+Enter')
    await expect.poll(() => made('left.txt')).toBe(true)
    await left().getByRole('button', { name: 'Send', exact: true }).waitFor()
  })

  it('find words in the one that has the focus', async () => {
    await box(right()).focus()
    await press('Control+f')
    await right().getByRole('search').waitFor()
    expect(await left().getByRole('search').count()).toBe(0)
    await press('Escape')
  })

  it('are there again after a reload', async () => {
    await person.page.reload()
    await right().getByText('Twice a day.').first().waitFor()
    await left().getByText('The sun does.').first().waitFor()
  })

  it('are never the same one twice', async () => {
    await row('What makes the wind?').focus()
    await press('Alt+Enter')
    await person.page.getByText('This chat is open already.').waitFor()
    await row('How often is the tide?').click()
    await right().waitFor({ state: 'detached' })
    await person.reads('Twice a day.')
  })

  it('are closed, and the other one goes on', async () => {
    await openBeside('What makes the wind?')
    await person.button('Close the chat on the side').click()
    await right().waitFor({ state: 'detached' })
    await person.message.waitFor()
    await person.reads('Twice a day.')
  })

  it('come and go with a key that the settings may change', async () => {
    await person.message.focus()
    await press('Control+\\')
    await right().getByText('The sun does.').first().waitFor()
    await press('Control+\\')
    await right().waitFor({ state: 'detached' })
    await row('What makes the wind?').focus()
    await press('Control+\\')
    await right().getByText('The sun does.').first().waitFor()
  })
})
