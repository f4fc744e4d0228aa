import { beforeAll, describe, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript } from '../support/models/model-script.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'
import { inboxAt } from '../support/stories/inbox-person.ts'

const bash = (command: string) => callScript([{ name: 'bash', args: { command } }])
const give = (...titles: readonly string[]) =>
  callScript(titles.map((title) => ({ name: 'agent', args: { title, prompt: 'LOOK about' } })))
const PLAN = { goal: 'Mend it', steps: ['Look', 'Change'] }
const RULES: AnswerRules = [
  ['Begin two', () => give('Stays', 'Goes')],
  ['Begin one', () => give('Alone')],
  ['LOOK about', () => ({ steps: [{ do: 'text', text: 'I look' }, { do: 'hang' }] })],
  ['Plan it', () => callScript([{ name: 'propose_plan', args: PLAN }])],
  ['Touch one', () => bash('touch one.txt')],
  ['Touch two', () => bash('touch two.txt')],
  ['Wait long', () => bash(`sleep 4712.${process.pid}`)],
]
const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, 'It is done.') },
})
let person: Person
let keys: ReturnType<typeof keysAt>

const nav = (name: RegExp) =>
  person.page
    .getByRole('navigation', { name: 'Agents and permissions' })
    .getByRole('button', { name })
    .first()
/** Comes to a button with the keyboard's own means and presses it. */
const pressOn = async (name: string | RegExp) => {
  await person.button(name).first().focus()
  await keys.press('Enter')
}
/** Asks for something in a chat, and allows it for the session from the inbox. */
const allow = async (words: string, command: string) => {
  await keys.press('Control+1')
  await person.say(words)
  await person.approval.waitFor()
  await keys.press('Control+3')
  const inbox = inboxAt(person, keys)
  await inbox.shows(command)
  await inbox.enter()
  await inbox.answer('session', command)
}

beforeAll(async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
  await person.addProject(story.project)
})

describe('the focus of the keyboard', () => {
  it('is on the request again when the reason for a refusal is left', async () => {
    await person.say('Touch one.')
    await person.approval.waitFor()
    await keys.press('Control+3')
    await inboxAt(person, keys).enter()
    await keys.pressUntil('Control+d', /^Reason/)
    await keys.press('Escape')
    await keys.focusIs(/^Approval needed$/)
    await inboxAt(person, keys).answer('session', 'touch one.txt')
  })

  it('goes from a permission that is revoked to the next, and from the last to where it was chosen', async () => {
    await keys.press('Control+1')
    await person.rests()
    await allow('Touch two.', 'touch two.txt')
    await nav(/^Grants/).click()
    await pressOn('Revoke Bash(touch one.txt)')
    await keys.focusIs('Revoke Bash(touch two.txt)')
    await keys.press('Enter')
    await person.page.getByText('No standing permissions').waitFor()
    await keys.focusIs(/^Grants/)
  })

  it('goes from a program that is stopped to where programs were chosen', async () => {
    await keys.press('Control+1')
    await person.rests()
    await allow('Wait long.', 'sleep 4712')
    await nav(/^Processes/).click()
    await pressOn(/^Stop sleep 4712/)
    await person.page.getByText('No agent processes running').waitFor()
    await keys.focusIs(/^Processes/)
  })

  it('is back where limits were opened when they are left', async () => {
    await keys.press('Control+1')
    await person.rests()
    await pressOn('Set limits')
    await keys.focusIs(/^Warn at/)
    await keys.press('Escape')
    await keys.focusIs('Set limits')
  })
})

describe('the focus on a button that goes with what it did', () => {
  it('goes to the one beside it: an agent is moved to the background, and stopped in its card', async () => {
    await keys.press('Control+1')
    await person.button('New chat').first().click()
    await person.say('Begin two.')
    await pressOn('Move “Goes” to the background')
    await keys.focusIs('Stop “Goes”')
    await pressOn('Stop “Stays”')
    await keys.focusIs('Open the conversation of “Stays”')
  })

  it('goes to what stays above its conversation when it is stopped there', async () => {
    await pressOn('Open the conversation of “Goes”')
    await person.page.getByRole('navigation', { name: 'Current agent' }).getByText('Goes').waitFor()
    await pressOn('Stop “Goes”')
    await keys.focusIs('Set limits of “Goes”')
    await keys.pressUntil('Shift+Tab', /^Back to the chat$/)
    await keys.press('Enter')
  })

  it('goes to the next line of those at work when one is stopped there, and arrows lead on from its button', async () => {
    await person.rests()
    await person.say('Begin one.')
    await keys.press('Control+3')
    await person.button('Stop Alone').first().focus()
    await keys.press('ArrowUp', 'ArrowDown')
    await keys.focusIs(/^General: Alone/)
    await pressOn('Stop Alone')
    await keys.focusIs(/^At a glance/)
  })

  it('goes to the field of a step of a plan that is as far up as it can be', async () => {
    await keys.press('Control+1')
    await person.button('New chat').first().click()
    await person.say('Plan it.')
    await pressOn('Edit')
    await pressOn('Move step 2 up')
    await keys.focusIs('Step 1')
  })

  it('goes to what leads to an agent when its file is saved', async () => {
    await keys.press('Control+3')
    await pressOn('New agent')
    await keys.focusIs(/^Name/)
    await keys.type('night-watch')
    await keys.press('Tab')
    await keys.type('Watches at night.')
    await keys.press('Tab')
    await keys.type('You watch.')
    await keys.press('Shift+Tab', 'Enter')
    await pressOn('Edit')
    await keys.focusIs('Display name')
    await keys.type('Night watch')
    await keys.press('Control+s')
    await keys.focusIs(/^Night watch/)
  })

  it('goes to the board of a team that is made, and to what opened the form of a card', async () => {
    await nav(/^Teams/).click()
    await pressOn('New team')
    await keys.focusIs(/^Name/)
    await keys.press('Escape')
    await keys.focusIs('New team')
    await keys.press('Enter')
    await keys.type('tides')
    await keys.press('Enter')
    await keys.focusIs(/^Task board/)
    await pressOn('Add card')
    await keys.focusIs(/^Title/)
    await keys.press('Escape')
    await keys.focusIs('Add card')
  })
})
