import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { drawnAt, inStoryLooks, LARGE, SMALL } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, type Script, textScript } from '../support/models/model-script.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'

const within = { timeout: PATIENCE_MS }
const gate = createGate()
const deep = createGate()
const list: Script = callScript([{ name: 'list', args: { path: '.' } }])
const agent = (args: object) => callScript([{ name: 'agent', args }])
const lists = 'steps' in list ? list.steps : []

let isDeep = false

const RULES: AnswerRules = [
  ['Split it', () => agent({ title: 'Map', prompt: 'MAP the folder.', background: true })],
  ['MAP the folder', () => agent({ title: 'Deep', prompt: 'DIG there.' })],
  ['DIG there', () => ({ steps: [{ do: 'wait', gate: deep }, ...lists] })],
  ['Still there', () => textScript('I am not held up.')],
  ['MAPPED', () => textScript('The map is here.')],
  ['DUG', () => textScript('MAPPED.')],
  ['You were paused', () => textScript(isDeep ? 'DUG.' : 'There is a README.')],
  ['There is a README', () => textScript('The copy found a README.')],
  ['Look around', () => ({ steps: [{ do: 'wait', gate }, ...lists] })],
  ['README.md', () => textScript('This is not to be asked yet.')],
  ['did not finish', () => textScript('One has paused.')],
  ['Hello', () => textScript('Good to meet you.')],
]

const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, 'I see.') },
})
let person: Person
const side = () => person.page.getByRole('complementary')
const agents = () => side().getByRole('list', { name: 'Agents', exact: true })
const look = (name: string) => inStoryLooks({ app: story.desktop().app, page: person.page }, name)

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a chat with a fork the person has made', () => {
  it('shows the fork below the message while it works', async () => {
    await person.say('Hello')
    await person.reads('Good to meet you.')
    await person.say('/fork Look around')
    await person.page
      .getByRole('listbox', { name: 'Agents in the background' })
      .getByRole('option', { name: /Fork of Build.*Look around/ })
      .waitFor()
    await agents()
      .getByRole('button', { name: /Fork of Build: Look around/ })
      .waitFor()
  })

  it('gets lines in the inspector, and says what is no amount', async () => {
    await person.button('Set limits', side()).click()
    const field = (name: string) => side().getByRole('textbox', { name, exact: true })
    await field('Pause at (tokens)').fill('some')
    await person.button('Save limits', side()).click()
    await side().getByText('Enter an amount above 0, or leave it empty.').waitFor()
    await field('Warn at (tokens)').fill('50')
    await field('Pause at (tokens)').fill('30')
    await person.button('Save limits', side()).click()
    await side()
      .getByText(/The warning would come after the pause/)
      .waitFor()
    await look('limits.form')
    // The side is away in a small window; what was typed is there again with it.
    expect(await field('Pause at (tokens)').inputValue()).toBe('30')
    await field('Warn at (tokens)').fill('20')
    await field('Pause at (tokens)').fill('30')
    await person.button('Save limits', side()).click()
    await side().getByText('warns at 20 · pauses at 30').waitFor()
  })

  it('pauses with it at the line, and goes on as a whole', async () => {
    gate.open()
    await agents()
      .getByText(/paused/)
      .first()
      .waitFor()
    await look('limits.paused')
    await person.button('Resume all paused agents', side()).click()
    await person.page
      .getByText(/^Still paused: .* of 30 tokens are used\. Raise the limit of the chat first\.$/)
      .waitFor()
    await person.page
      .getByRole('alert')
      .filter({ hasText: 'Still paused' })
      .getByRole('img', { name: 'paused at a limit' })
      .waitFor()
  })

  it('leads from the conversation of the fork to the line of the chat', async () => {
    await agents()
      .getByRole('button', { name: /Fork of Build: Look around/ })
      .click()
    await person.page.getByRole('navigation', { name: 'Current agent' }).getByText('Fork of Build').waitFor()
    await person.page.getByText(/1 agent is paused at a limit.*The limit of the chat applies\./).waitFor()
    await person.button('Raise the limit').click()
    await side().getByRole('textbox', { name: 'Pause at (tokens)', exact: true }).fill('1k')
    await person.button('Save limits', side()).click()
    await side().getByText('pauses at 1k').waitFor()
    await person.button('Back to the chat').click()
    await person.button('Resume all paused agents', side()).click()
    await person.reads('The copy found a README.')
    await expect.poll(() => person.button('Resume all paused agents').count(), within).toBe(0)
  })
})

describe('an agent with agents of its own', () => {
  const path = () => person.page.getByRole('navigation', { name: 'Current agent' })
  const field = (name: string) => person.page.getByRole('textbox', { name, exact: true })

  it('gets lines in its conversation', async () => {
    isDeep = true
    await person.rests()
    await person.say('Split it.')
    await agents()
      .getByRole('button', { name: /General: Deep/ })
      .waitFor()
    await agents()
      .getByRole('button', { name: /General: Map/ })
      .click()
    await path().getByText('Map').waitFor()
    await person.button('Set limits of “Map”').click()
    await field('Warn at (tokens)').fill('5')
    await field('Pause at (tokens)').fill('15')
    await field('Pause at (minutes)').fill('90')
    await look('limits.agent-form')
    await person.button('Save limits').click()
    await person.page.getByText('warns at 5 · pauses at 15').waitFor()
  })

  it('pauses with all of them, and holds up nobody beside it', async () => {
    deep.open()
    await person.page.getByText('2 agents are paused at a limit').waitFor()
    await person.page.getByText('The limit of “Map” applies.').waitFor()
    await look('limits.agent-paused')
  })

  it('leads from one below to the line of the one above, and marks the chat as paused', async () => {
    await agents()
      .getByRole('button', { name: /General: Deep/ })
      .click()
    await path().getByText('Deep').waitFor()
    await person.page.getByText('The limit of “Map” applies.').waitFor()
    await person.button('Raise the limit').click()
    await path().getByText('Deep').waitFor({ state: 'hidden' })
    expect(await field('Pause at (tokens)').inputValue()).toBe('15')
    await person.button('Cancel').click()
    await person.button('Back to the chat').click()
    await person.page
      .getByRole('list', { name: 'Sessions' })
      .getByRole('img', { name: 'paused at a limit' })
      .waitFor()
    await person.say('Still there?')
    await person.reads('I am not held up.')
  })

  it('goes on as a whole once the line was raised', async () => {
    await agents()
      .getByRole('button', { name: /General: Map/ })
      .click()
    await person.button('Change limits of “Map”').click()
    await field('Pause at (tokens)').fill('10k')
    await person.button('Save limits').click()
    await person.page.getByText('warns at 5 · pauses at 10k').waitFor()
    await person.button('Resume').click()
    await expect.poll(() => person.button('Resume').count(), within).toBe(0)
    await person.button('Back to the chat').click()
    await person.reads('The map is here.')
  })
})

describe('a chat that came to its own line', () => {
  const field = (name: string) => person.page.getByRole('textbox', { name, exact: true })

  it('says what happened and what to do, and is marked as paused', async () => {
    await person.rests()
    await person.button('Change limits', side()).click()
    await field('Pause at (tokens)').fill('40')
    await person.button('Save limits', side()).click()
    await side().getByText('pauses at 40').waitFor()
    await person.say('Hello')
    const notice = person.page.getByRole('article', { name: 'Note' }).filter({ hasText: 'pause at 40' })
    await notice.getByText(/work is kept\. Raise or remove the limit to continue\.$/).waitFor()
    await person.page
      .getByRole('list', { name: 'Sessions' })
      .getByRole('img', { name: 'paused at a limit' })
      .waitFor()
    expect(await person.page.getByText('No answer yet').count()).toBe(0)
    await look('limits.chat-paused')
    await person.button('Continue', notice).click()
    await person.page.getByText(/^Still paused: .* of 40 tokens/).waitFor()
    // In a small window the inspector is away until it is asked for.
    await drawnAt(story.desktop(), SMALL)
    const inspector = person.page.getByRole('complementary', { name: 'Inspector' })
    await inspector.waitFor({ state: 'detached' })
    await person.button('Raise the limit', notice).click()
    await field('Pause at (tokens)').fill('10k')
    await person.button('Save limits', side()).click()
    await side().getByText('pauses at 10k').waitFor()
    await drawnAt(story.desktop(), LARGE)
    await person.button('Continue', notice).click()
    await expect.poll(() => notice.getByRole('button').count(), within).toBe(0)
  })
})
