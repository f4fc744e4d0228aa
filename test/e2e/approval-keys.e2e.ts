import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, type Script } from '../support/models/model-script.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'
import { inboxAt } from '../support/stories/inbox-person.ts'

const touch = (...files: readonly string[]) =>
  callScript(files.map((file) => ({ name: 'bash', args: { command: `touch ${file}` } })))
const held = createGate()
const callsAfter = (file: string): Script => ({
  steps: [
    { do: 'text', text: 'Let me see. ' },
    { do: 'wait', gate: held },
    { do: 'call', index: 0, id: 'call_1', name: 'bash', args: JSON.stringify({ command: `touch ${file}` }) },
    { do: 'finish', reason: 'tool_calls' },
  ],
})
const PLAN = { goal: 'Mend the tide clock', steps: ['Look', 'Change'] }
const RULES: AnswerRules = [
  ['Touch later', () => callsAfter('later.txt')],
  ['Touch sent', () => touch('sent.txt')],
  ['Touch two', () => touch('first.txt', 'second.txt')],
  ['Touch no', () => touch('no.txt')],
  ['Touch inbox', () => touch('inbox.txt')],
  [
    'Change much',
    () => callScript([{ name: 'write', args: { path: 'much.md', content: 'Line.\n'.repeat(60) } }]),
  ],
  ['Touch click', () => touch('click.txt')],
  ['Touch line', () => touch('line.txt')],
  ['Plan it', () => callScript([{ name: 'propose_plan', args: PLAN }])],
]
const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, 'It is done.') },
})
const within = { timeout: PATIENCE_MS }
const SENTENCE = 'wait, do not do that: stop please'
let person: Person
let keys: ReturnType<typeof keysAt>

const made = (name: string) => existsSync(join(story.project, name))
const fresh = () => person.button('New chat').first().click()
/** Types letter by letter, as a person does. */
const typeLetters = (text: string) => person.page.keyboard.type(text, { delay: 25 })
/** Waits until keys answer a card that has just appeared. */
const canAnswer = async () => {
  const since = await person.page.evaluate(() => performance.now())
  await person.page.waitForFunction((then) => performance.now() - then > 600, since)
}

/**
 * Clicks a button of a card in the moment it is drawn: what happens to a click that was meant for what stood there
 * before. Returns whether the pointer could reach the button then, once the card would have gone by the click.
 */
const clickAtOnce = (name: string, card = '[role="alertdialog"]') =>
  person.page.evaluate(
    ([label, place]) =>
      new Promise<boolean>((done) => {
        const look = new MutationObserver(() => click())
        const click = () => {
          const found = [...document.querySelectorAll(`${place} button`)].find((each) =>
            each.textContent?.startsWith(label ?? ''),
          )
          if (found === undefined) return
          look.disconnect()
          requestAnimationFrame(() => {
            const reachable = getComputedStyle(found).pointerEvents !== 'none'
            found.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
            setTimeout(() => done(reachable), 200)
          })
        }
        look.observe(document.body, { childList: true, subtree: true })
        click()
      }),
    [name, card],
  )

beforeAll(async () => {
  const { page } = await story.start()
  person = personAt(page)
  keys = keysAt(page)
  await person.addProject(story.project)
})

describe('typing while an approval arrives', () => {
  it('writes every letter into the message box and answers nothing', async () => {
    await person.say('Touch later.')
    await person.reads('Let me see.')
    await keys.focusIs('Message')
    await typeLetters(SENTENCE.slice(0, 6))
    held.open()
    await typeLetters(SENTENCE.slice(6, 12))
    await person.approval.waitFor()
    await typeLetters(SENTENCE.slice(12))
    expect(await person.message.inputValue()).toBe(SENTENCE)
    await keys.focusIs('Message')
    await person.approval.waitFor()
    expect(made('later.txt')).toBe(false)
  })

  it('keeps the answering keys for the text while there is any', async () => {
    await keys.press('Control+Shift+Backspace')
    await person.approval.waitFor()
    await person.message.fill('')
  })

  it('answers nothing in an empty message box either, not with a blank nor with Enter', async () => {
    await canAnswer()
    await keys.press('Enter', 'Space', 'y', 'Backspace', 'Backspace', 'Enter')
    await keys.focusIs('Message')
    await person.approval.waitFor()
    expect(made('later.txt')).toBe(false)
  })
})

describe('the keys of an approval', () => {
  it('are on its buttons', async () => {
    const allow = person.button('Allow once', person.approval)
    const deny = person.button('Deny', person.approval)
    expect(await allow.getAttribute('aria-keyshortcuts')).toBe('Control+Enter')
    expect(await deny.getAttribute('aria-keyshortcuts')).toBe('Control+Shift+Backspace')
    expect(await allow.locator('kbd').first().textContent()).toBe('Ctrl')
    expect(await deny.locator('kbd').allTextContents()).toEqual(['Ctrl', 'Shift', '⌫'])
  })

  it('allow from the empty message box', async () => {
    await canAnswer()
    await keys.press('Control+Enter')
    await expect.poll(() => made('later.txt'), within).toBe(true)
    await person.rests()
    await keys.focusIs('Message')
  })

  it('send text first, and do not answer when they are pressed once more at once', async () => {
    await fresh()
    await person.say('Touch sent.')
    await person.approval.waitFor()
    await canAnswer()
    await typeLetters('Mind the moon')
    await keys.press('Control+Enter', 'Control+Enter')
    await person.page.getByRole('list', { name: 'Queued messages' }).getByText('Mind the moon').waitFor()
    await person.approval.waitFor()
    expect(made('sent.txt')).toBe(false)
  })

  it('deny from the empty message box', async () => {
    await canAnswer()
    await keys.press('Control+Shift+Backspace')
    await person.approval.waitFor({ state: 'detached' })
    await person.rests()
    expect(made('sent.txt')).toBe(false)
  })

  it('answer one request of several, and not the next with the same press', async () => {
    await fresh()
    await person.say('Touch two.')
    await person.approval.getByText('touch first.txt').first().waitFor()
    await canAnswer()
    await keys.press('Control+Enter', 'Control+Enter', 'Control+Enter')
    await person.approval.getByText('touch second.txt').first().waitFor()
    await expect.poll(() => made('first.txt'), within).toBe(true)
    expect(made('second.txt')).toBe(false)
    await canAnswer()
    await keys.press('Control+Enter')
    await expect.poll(() => made('second.txt'), within).toBe(true)
    await person.rests()
  })

  it('answer nothing while they are held down', async () => {
    await fresh()
    await person.say('Touch no.')
    await person.page.keyboard.down('Control')
    await person.page.keyboard.down('Enter')
    await person.approval.waitFor()
    await canAnswer()
    await person.page.keyboard.down('Enter')
    await person.page.keyboard.up('Enter')
    await person.page.keyboard.up('Control')
    await person.approval.waitFor()
    expect(made('no.txt')).toBe(false)
    await keys.press('Control+Shift+Backspace')
    await person.rests()
    expect(made('no.txt')).toBe(false)
  })

  it('do not allow a long change before it is read, and allow it in its panel', async () => {
    await fresh()
    await person.say('Change much.')
    await person.button('Review', person.approval).waitFor()
    await canAnswer()
    await keys.press('Control+Enter')
    await person.button('Review', person.approval).waitFor()
    await keys.pressUntil('Shift+Tab', /^Review/)
    await keys.press('Enter')
    await keys.focusIs('Review')
    await canAnswer()
    await keys.press('Control+Enter')
    await person.page.getByText('Read to the end to allow this.').waitFor()
    await keys.press('End')
    await person.page.getByText('Read to the end to allow this.').waitFor({ state: 'detached' })
    expect(made('much.md')).toBe(false)
    await keys.press('Control+Enter')
    await expect.poll(() => made('much.md'), within).toBe(true)
    await person.rests()
  })
})

describe('a plan that is proposed', () => {
  it('is not accepted by what is being typed, and is with its keys', async () => {
    await fresh()
    await person.say('Plan it.')
    await person.approval.waitFor()
    await canAnswer()
    await typeLetters(SENTENCE)
    expect(await person.message.inputValue()).toBe(SENTENCE)
    await person.approval.waitFor()
    await person.message.fill('')
    await canAnswer()
    await keys.press('Control+Shift+Backspace')
    await person.approval.waitFor({ state: 'detached' })
    await person.entries('Tool Propose plan').getByText('not accepted').waitFor()
  })
})

describe('letters in the approval inbox', () => {
  it('answer nothing, and keys that write no text do', async () => {
    await person.rests()
    await fresh()
    await person.say('Touch inbox.')
    await person.approval.waitFor()
    await keys.press('Control+3')
    const inbox = inboxAt(person, keys)
    await inbox.shows('touch inbox.txt')
    await inbox.enter()
    await canAnswer()
    await typeLetters('deny if fine, else pass it as is')
    await keys.press('Enter')
    await inbox.shows('touch inbox.txt')
    expect(made('inbox.txt')).toBe(false)
    await inbox.enter()
    await inbox.answer('once', 'touch inbox.txt')
    await expect.poll(() => made('inbox.txt'), within).toBe(true)
  })
})

describe('a click in the moment a request appears', () => {
  it('answers nothing in a chat, and later it does', async () => {
    await keys.press('Control+1')
    await person.rests()
    await fresh()
    const early = clickAtOnce('Allow once')
    await person.say('Touch click.')
    expect(await early).toBe(false)
    await person.approval.getByText('touch click.txt').first().waitFor()
    expect(made('click.txt')).toBe(false)
    await person.button('Allow once', person.approval).click()
    await expect.poll(() => made('click.txt'), within).toBe(true)
    await person.rests()
  })

  it('accepts no plan', async () => {
    await fresh()
    const early = clickAtOnce('Approve and run')
    await person.say('Plan it.')
    expect(await early).toBe(false)
    await person.approval.waitFor()
    await canAnswer()
    await keys.press('Control+Shift+Backspace')
    await person.rests()
  })

  it('answers nothing in the inbox', async () => {
    await fresh()
    await person.say('Touch line.')
    await person.approval.waitFor()
    const early = clickAtOnce('Allow once', '[data-ask]')
    await keys.press('Control+3')
    expect(await early).toBe(false)
    await inboxAt(person, keys).shows('touch line.txt')
    expect(made('line.txt')).toBe(false)
  })
})
