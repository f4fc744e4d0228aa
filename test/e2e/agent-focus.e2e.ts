import { beforeAll, describe, it } from 'vitest'
import { type AnswerRules, byNewestWords } from '../support/answer-rules.ts'
import { keysAt } from '../support/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop-person.ts'
import { tellStory } from '../support/desktop-story.ts'
import { inboxAt } from '../support/inbox-person.ts'
import { callScript } from '../support/model-script.ts'

const bash = (command: string) => callScript([{ name: 'bash', args: { command } }])
const RULES: AnswerRules = [
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
  await inbox.answer('s', command)
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
    await keys.pressUntil('d', /^Reason/)
    await keys.press('Escape')
    await keys.focusIs(/^Approval needed$/)
    await inboxAt(person, keys).answer('s', 'touch one.txt')
  })

  it('goes from a permission that is revoked to the next, and from the last to where it was chosen', async () => {
    await keys.press('Control+1')
    await person.rests()
    await allow('Touch two.', 'touch two.txt')
    await nav(/^Grants/).click()
    await pressOn('Revoke Bash(touch one.txt)')
    await keys.focusIs('Revoke Bash(touch two.txt)')
    await keys.press('Enter')
    await person.page.getByText('Nothing is allowed for longer').waitFor()
    await keys.focusIs(/^Grants/)
  })

  it('goes from a program that is stopped to where programs were chosen', async () => {
    await keys.press('Control+1')
    await person.rests()
    await allow('Wait long.', 'sleep 4712')
    await nav(/^Processes/).click()
    await pressOn(/^Stop sleep 4712/)
    await person.page.getByText('No agent runs a program just now').waitFor()
    await keys.focusIs(/^Processes/)
  })

  it('is back where limits were opened when they are left', async () => {
    await keys.press('Control+1')
    await person.rests()
    await pressOn('Set limits')
    await keys.focusIs(/^Tell me at/)
    await keys.press('Escape')
    await keys.focusIs('Set limits')
  })
})
