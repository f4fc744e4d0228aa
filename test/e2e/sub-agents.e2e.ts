import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, type Script, textScript } from '../support/models/model-script.ts'
import { showAsFile } from '../support/stories/agent-page.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'
import { inboxAt } from '../support/stories/inbox-person.ts'

const gates = { stays: createGate(), background: createGate(), lost: createGate() }
const within = { timeout: PATIENCE_MS }
const bash = (command: string) => callScript([{ name: 'bash', args: { command } }])
const give = (...tasks: readonly { title: string; prompt: string; background?: boolean }[]) =>
  callScript(tasks.map((args) => ({ name: 'agent', args })))
const after = (gate: ReturnType<typeof createGate>, text: string): Script => ({
  steps: [
    { do: 'text', text: 'Let me look. ' },
    { do: 'wait', gate },
    { do: 'text', text },
    { do: 'finish', reason: 'stop' },
  ],
})

const RULES: AnswerRules = [
  [
    'Ask both',
    () => give({ title: 'Left', prompt: 'TOUCH left' }, { title: 'Right', prompt: 'TOUCH right' }),
  ],
  ['TOUCH left', () => bash('touch left.txt')],
  ['TOUCH right', () => bash('touch right.txt')],
  ['Dig deep', () => give({ title: 'Upper', prompt: 'FIRST floor', background: true })],
  ['FIRST floor', () => give({ title: 'Middle', prompt: 'SECOND floor' })],
  ['SECOND floor', () => give({ title: 'Lowest', prompt: 'THIRD floor' })],
  ['THIRD floor', () => bash('touch deep.txt')],
  [
    'Look twice',
    () => {
      const tasks = [
        { title: 'Stays', prompt: 'STAY' },
        { title: 'Goes', prompt: 'GO' },
      ]
      // Long enough that the conversation scrolls.
      return callScript(
        tasks.map((args) => ({ name: 'agent', args })),
        'Mind the tide.\n\n'.repeat(30),
      )
    },
  ],
  ['STAY', () => after(gates.stays, 'I stayed.')],
  ['GO', () => after(gates.background, 'The tide comes at noon.')],
  ['moved it to the background', () => textScript('I go on meanwhile.')],
  ['comes at noon', () => textScript('Noon it is.')],
  [
    'Take it up',
    () => callScript([{ name: 'agent', args: { title: 'Later', prompt: 'AGAIN', resume: lostId() } }]),
  ],
  ['AGAIN', () => textScript('Here is the rest.')],
  ['Here is the rest', () => textScript('Now it is whole.')],
  ['Lose one', () => give({ title: 'Lost', prompt: 'LONG' })],
  ['LONG', () => after(gates.lost, 'never said')],
  ['"role":"tool"', () => textScript('Both are done.')],
]

const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, 'Good to meet you.') },
})
let person: Person
let keys: ReturnType<typeof keysAt>

const start = async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
}
const made = (name: string) => existsSync(join(story.project, name))
const cards = () => person.entries('Tool Agent')
const card = (title: string) => cards().filter({ hasText: title })
const tree = () => person.page.getByRole('list', { name: 'Agents', exact: true })
const selector = () => person.page.getByRole('listbox', { name: 'Agents in the background' })
/** Which line the keys are on, the chat being the first. */
const cursorAt = (place: number) =>
  expect
    .poll(() => selector().getAttribute('aria-activedescendant'), within)
    .toMatch(new RegExp(`-${place}$`))
const inView = () => person.page.getByRole('navigation', { name: 'Current agent' })
const state = (title: string, word: string) =>
  card(title).getByRole('img', { name: word, exact: true }).waitFor()

/** The agent that the end of the app broke off, as the model was told of it. */
function lostId(): string {
  const said = JSON.stringify(story.server().requests.map(({ body }) => body))
  return /resume: \\+"(ses_[a-z0-9]+)/.exec(said.slice(said.lastIndexOf('The app was closed')))?.[1] ?? 'none'
}

beforeAll(async () => {
  await start()
  await person.addProject(story.project)
})

describe('agents that work for a chat', () => {
  it('ask in the chat, with their names, and in the inbox', async () => {
    await person.say('Ask both.')
    await person.approval.waitFor()
    await expect.poll(() => card('Left').count(), within).toBe(1)
    await state('Left', 'waiting for you')
    await state('Right', 'waiting for you')
    await card('Left').getByText('Asks: Bash').waitFor()
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'sub-agents-ask')
  })

  it('are answered from the chat and from the inbox', async () => {
    await person.button('Allow once', person.approval).click()
    await expect.poll(() => made('left.txt') || made('right.txt'), within).toBe(true)
    const first = made('left.txt') ? 'left.txt' : 'right.txt'
    await person.goTo('Agents')
    const atWork = person.page.getByRole('list', { name: 'Running' })
    await atWork.getByText(first === 'left.txt' ? 'General: Right' : 'General: Left').waitFor()
    const inbox = inboxAt(person, keys)
    await inbox.enter()
    await inbox.answer('once', first === 'left.txt' ? 'touch right.txt' : 'touch left.txt')
    await expect.poll(() => made('left.txt') && made('right.txt'), within).toBe(true)
    await person.goTo('Chat')
    await person.reads('Both are done.')
    await state('Left', 'done')
    await state('Right', 'done')
  })

  it('ask from two floors below wherever it matters, and are answered in the inbox', async () => {
    await person.say('Dig deep.')
    await person.approval.getByText('touch deep.txt').first().waitFor()
    await person.approval.getByText('Lowest').first().waitFor()
    await person.page.getByRole('status', { name: 'Status bar' }).getByText('1 needs you').waitFor()
    await selector()
      .getByRole('option', { name: /Upper/ })
      .getByText('Subagent “Lowest” asks: Bash')
      .waitFor()
    await person.goTo('Agents')
    const inbox = inboxAt(person, keys)
    await inbox.shows('touch deep.txt')
    await inbox.enter()
    await inbox.answer('once', 'touch deep.txt')
    await expect.poll(() => made('deep.txt'), within).toBe(true)
    await person.goTo('Chat')
    await person.rests()
    // What has ended stays in the list below the message for a while: what follows has a chat of its own.
    await person.button('New chat').first().click()
  })

  it('are read along with, spoken to and left again', async () => {
    await person.say('Look twice.')
    await state('Stays', 'running')
    await card('Stays').getByRole('button', { name: 'Open the conversation of “Stays”' }).click()
    await inView().getByText('Stays').waitFor()
    await person.reads('STAY')
    await person.reads('Let me look.')
    expect(await person.button('Edit and send again').count()).toBe(0)
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'sub-agents-view')
    await person.say('Mind the moon.')
    await expect.poll(() => person.message.inputValue(), within).toBe('')
    await person.button('Back to the chat').click()
    await person.reads('Look twice.')
  })

  it('give the chat back at the place at which it was left', async () => {
    const place = () => person.conversation.evaluate((log) => Math.round(log.scrollTop))
    await expect.poll(place, within).toBeGreaterThan(100)
    const end = await place()
    await person.conversation.hover()
    await person.page.mouse.wheel(0, -90)
    await expect.poll(place, within).toBe(end - 90)
    await tree().getByRole('button', { name: /Stays/ }).first().click()
    await inView().getByText('Stays').waitFor()
    await person.button('Back to the chat').click()
    await person.reads('Look twice.')
    await expect.poll(place, within).toBe(end - 90)
    await person.button('Jump to newest').click()
    await expect.poll(place, within).toBeGreaterThan(end - 20)
  })

  it('are moved to the background, and the chat hears of their end', async () => {
    await card('Goes').getByRole('button', { name: 'Move “Goes” to the background' }).click()
    await card('Stays').getByRole('button', { name: 'Stop “Stays”' }).click()
    await state('Stays', 'stopped')
    await person.reads('I go on meanwhile.')
    await selector().getByRole('option', { name: /Goes/ }).waitFor()
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'sub-agents-background')
  })

  it('are gone through with the keyboard', async () => {
    await person.message.focus()
    await keys.press('ArrowDown')
    await keys.focusIs('Agents in the background')
    await keys.press('ArrowDown')
    await cursorAt(1)
    await keys.press('Enter')
    await inView().getByText('Goes').waitFor()
    await person.reads('Let me look.')
    await keys.focusIs('Agents in the background')
    await keys.press('Shift+ArrowDown')
    const behind = person.page.getByRole('dialog', { name: 'In the background' })
    await behind.getByRole('button', { name: /Goes/ }).first().waitFor()
    await keys.press('Escape')
    await behind.waitFor({ state: 'hidden' })
    await keys.focusIs('Agents in the background')
    await keys.press('ArrowUp')
    await cursorAt(0)
    await keys.press('Enter')
    await person.reads('I go on meanwhile.')
    await inView().waitFor({ state: 'hidden' })
    gates.background.open()
    await person.reads('Noon it is.')
    await person.conversation.getByText('The agent “Goes” is done').waitFor()
    await state('Goes', 'done')
  })

  it('are broken off with the app, and go on where they stood', async () => {
    await person.rests()
    await person.say('Lose one.')
    await state('Lost', 'running')
    await story.desktop().kill()
    await start()
    await state('Lost', 'interrupted')
    await tree().getByRole('button', { name: /Lost/ }).waitFor()
    await person.say('Take it up.')
    await person.reads('Now it is whole.')
    await expect
      .poll(() => tree().getByRole('button', { name: /Lost/ }).getByText('done').count(), within)
      .toBe(1)
  })

  it('pass the chat on with Tab, and let go of it with Escape', async () => {
    await person.rests()
    const speaker = person.page.getByRole('combobox', { name: 'Agent', exact: true })
    await expect.poll(() => speaker.textContent(), within).toContain('Build')
    await person.message.focus()
    await keys.press('Tab')
    await expect.poll(() => speaker.textContent(), within).toContain('Plan')
    await person.reads('Plan continues from here')
    await keys.focusIs('Message')
    await keys.press('Escape', 'Tab')
    await expect.poll(() => keys.focused()).not.toBe('Message')
  })
})

describe('the file of an agent', () => {
  it('that is broken is opened, marked in its line, put right and used', async () => {
    story.write(
      'home/agents/tide-reader.md',
      '---\ndescription: Reads tides.\nmood: good\n---\n\nYou read tides.\n',
    )
    await person.goTo('Agents')
    const nav = person.page.getByRole('navigation', { name: 'Agents and permissions' })
    await nav.getByRole('button', { name: /tide-reader/ }).click()
    await person.button('Open and repair').click()
    await showAsFile(person.page)
    const text = person.page.getByRole('textbox', { name: 'File contents' })
    await text.waitFor()
    await person.page.locator('.cm-lintRange-error').waitFor()
    await person.page.getByText('Unsupported agent key: mood (tide-reader.md, line 3)').first().waitFor()
    await text.focus()
    await keys.focusIs('File contents')
    await keys.press('Control+Home', 'ArrowDown', 'ArrowDown', 'Shift+End')
    await expect
      .poll(() => person.page.evaluate(() => getSelection()?.toString().trim()), within)
      .toBe('mood: good')
    await keys.type('colo')
    // Enter takes what is offered only a moment after it came up; before that it begins a new line.
    await person.page.locator('.cm-tooltip-autocomplete').getByText('color').click()
    await expect.poll(() => text.textContent(), within).toContain('color: ')
    await keys.type('teal')
    await person.page.locator('.cm-lintRange-error').waitFor({ state: 'detached' })
    await keys.press('Control+s')
    await nav.getByRole('button', { name: /^Tide reader/ }).waitFor()
  })
})
