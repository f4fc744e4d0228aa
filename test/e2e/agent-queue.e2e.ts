import type { Locator } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { takePicture } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { chooseChinese, drawnAt, inStoryLooks, LARGE, SMALL } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { agentAt, tellAgentStory } from '../support/stories/agent-story.ts'

const story = tellAgentStory()
let person: Person
let keys: ReturnType<typeof keysAt>
let agent: ReturnType<typeof agentAt>

const goOn = () => person.button('Resume with it')
const told = (words: string) => person.page.getByRole('status').filter({ hasText: words }).waitFor()
const sitDown = (at: Person) => {
  person = at
  keys = keysAt(at.page)
  agent = agentAt(at)
}
/** Says something to the agent while it waits for its gate. */
const tell = async (words: string) => {
  await person.say(words)
  await agent.row(words).waitFor()
}

/** Resolves once the whole of something stands above something else. */
const standsAbove = (upper: Locator, lower: Locator) =>
  expect
    .poll(async () => {
      const [over, under] = await Promise.all([upper.boundingBox(), lower.boundingBox()])
      return over !== null && under !== null && over.y + over.height <= under.y
    })
    .toBe(true)

beforeAll(async () => {
  sitDown(await story.begin())
  await agent.enter()
  await person.reads('LOOK')
})

describe('words for an agent at work', () => {
  it('are shown above its message box until it takes them up', async () => {
    await tell('Mind the rocks')
    await told('1 message is waiting for “Looks”')
    await tell('And the tide')
    await agent.row('Mind the rocks').getByText('joins at the next step').waitFor()
    expect(await agent.waiting.getByRole('button', { name: 'Reorder queued message' }).count()).toBe(0)
    expect(await agent.waiting.getByRole('button', { name: 'Send now' }).count()).toBe(0)
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'agent-queue')
  })

  it('are changed and taken out with the keyboard, which ends in the message box of the agent', async () => {
    await keys.press('Shift+Tab')
    await keys.focusIs('Remove queued message')
    await keys.press('Shift+Tab', 'Enter')
    await keys.focusIs('Edit queued message')
    await keys.press('End')
    await keys.type(' at noon')
    await keys.press('Enter')
    await agent.row('And the tide at noon').waitFor()
    await keys.focusIs('Edit queued message')
    await agent.row('Mind the rocks').getByRole('button', { name: 'Remove queued message' }).focus()
    await keys.press('Enter')
    await agent.row('Mind the rocks').waitFor({ state: 'detached' })
    await keys.focusIs('Remove queued message')
    await keys.press('Enter')
    await agent.waiting.waitFor({ state: 'detached' })
    await keys.focusIs('Message')
    await person.page.getByRole('form', { name: 'Message to “Looks”' }).locator(':focus').waitFor()
  })

  it('are heard as they were changed, and the agent is seen to hear them', async () => {
    await tell('Mind the wind')
    story.openGate()
    await person.reads('I have heard it.')
    await told('“Looks” received your messages')
    await agent.waiting.waitFor({ state: 'detached' })
    await person.entries('You').filter({ hasText: 'Mind the wind' }).waitFor()
    const sent = story.sent().join()
    expect(sent).not.toContain('Mind the rocks')
    await agent.stands('done')
  })
})

describe('a change to words that were heard meanwhile', () => {
  it('goes into the message box, and what says so covers nothing one writes in or chooses from', async () => {
    story.newGate()
    await person.say('LOOK again')
    await agent.stands('running')
    await tell('Mind the fog')
    await drawnAt(story.desktop(), SMALL)
    await agent.row('Mind the fog').getByRole('button', { name: 'Edit queued message' }).click()
    await keys.press('End')
    await keys.type(' and the ice')
    story.openGate()
    const toast = person.page.getByRole('alert').filter({ hasText: 'This message is no longer queued' })
    await toast.waitFor()
    await toast.hover()
    expect(await person.message.inputValue()).toBe('Mind the fog and the ice')
    await takePicture(person.page, 'agent-queue.too-late')
    const selector = person.page.getByRole('listbox', { name: 'Agents in the background' })
    await standsAbove(toast, person.page.getByRole('form', { name: 'Message to “Looks”' }))
    await selector.focus()
    await keys.press('Home', 'Enter')
    await agent.inView.waitFor({ state: 'detached' })
    await standsAbove(toast, person.message)
    await standsAbove(toast, selector)
    await takePicture(person.page, 'agent-queue.too-late.chat')
    await drawnAt(story.desktop(), LARGE)
    await agent.enter()
    await person.message.fill('')
  })
})

describe('a command in the message box of an agent', () => {
  it('is not sent as words: it stays there, with where it works', async () => {
    await person.say('/fork Look at the harbour')
    await person.page.getByRole('alert').filter({ hasText: 'go back to the chat to use /fork' }).waitFor()
    expect(await person.message.inputValue()).toBe('/fork Look at the harbour')
    await keys.focusIs('Message')
    await takePicture(person.page, 'agent-queue.command')
    await person.message.fill('')
    expect(story.sent().join()).not.toContain('harbour')
  })
})

describe('words that an agent has not heard when it ends', () => {
  const begin = async () => {
    story.newGate()
    await person.say('LOOK again')
    await agent.stands('running')
    await person.reads('LOOK again')
  }

  it('stay in sight when it is stopped, and it goes on with them', async () => {
    await begin()
    await tell('Mind the shore')
    await person.button('Stop “Looks”', agent.inView).click()
    await person.page.getByText('“Looks” has not received this message').waitFor()
    await agent.row('Mind the shore').getByText('not delivered').waitFor()
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'agent-queue.unheard')
    await person.button('Back to the chat').click()
    await person.page
      .getByRole('listbox', { name: 'Agents in the background' })
      .getByRole('option', { name: /Looks/ })
      .getByText('stopped by you, 1 message not delivered')
      .waitFor()
    await person.entries('Tool Agent').getByText('1 message not delivered').waitFor()
    await agent.enter()
    story.openGate()
    await goOn().focus()
    await keys.press('Enter')
    await keys.focusIs('Message')
    await person.entries('You').filter({ hasText: 'Mind the shore' }).waitFor()
    await agent.waiting.waitFor({ state: 'detached' })
    await agent.stands('done')
  })

  it('stay when the app ends, and are there at the next start', async () => {
    await begin()
    await tell('Mind the moon')
    await story.desktop().kill()
    sitDown(personAt((await story.start()).page))
    await agent.enter()
    await agent.row('Mind the moon').waitFor()
    story.openGate()
    await goOn().click()
    await person.entries('You').filter({ hasText: 'Mind the moon' }).waitFor()
    await agent.stands('done')
  })

  it('are told of in the language of the window', async () => {
    await begin()
    await tell('Mind the stars')
    await person.button('Stop “Looks”', agent.inView).click()
    await goOn().waitFor()
    await chooseChinese(person.page)
    await person
      .button(/^打开“Looks”的对话/)
      .first()
      .click()
    await person.page.getByText('“Looks”尚未收到这 1 条消息').waitFor()
    await person.button('带着消息继续').waitFor()
    await takePicture(person.page, 'agent-queue.zh')
    const box = person.page.getByRole('textbox', { name: '消息' })
    await box.fill('/goal Mend the pier')
    await box.press('Enter')
    await person.page
      .getByText('命令只能在对话中使用。没有发送任何内容：请返回对话后使用 /goal。', { exact: true })
      .waitFor()
  })
})
