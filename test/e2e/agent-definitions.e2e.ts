import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { chooseChinese, inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { showAsFile, writeAgent } from '../support/stories/agent-page.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'

const HANGS = 'until [ -e go.txt ]; do sleep 0.05; done'
const DRAFTED = {
  id: 'gull-watch',
  description: 'Counts gulls.',
  instructions: 'You count gulls.',
  tools: { allow: ['read', 'grep'] },
}
const RULES: AnswerRules = [
  ['agent_definition', () => callScript([{ name: 'agent_definition', args: DRAFTED }])],
  [
    'Let one hang',
    () => callScript([{ name: 'agent', args: { title: 'Sleeper', prompt: 'HANG', background: true } }]),
  ],
  ['HANG', () => callScript([{ name: 'bash', args: { command: HANGS } }])],
  ['Enough of it', () => callScript([{ name: 'stop_agent', args: { agent: sleeper(), reason: 'Enough.' } }])],
  ['had already ended', () => textScript('It is at rest.')],
  ['has started', () => textScript('It works in the background.')],
  ['background', () => textScript('It works in the background.')],
  ['Sleeper', () => textScript('It came back.')],
]
const story = tellStory({ inOrder: true, server: { respond: byNewestWords(RULES, 'It came.') } })
let person: Person

/** The id of the agent that hangs, as the model was told it. */
const sleeper = () => /“Sleeper” \((ses_\w+)\)/.exec(JSON.stringify(story.server().requests))?.[1] ?? ''

const press = (...keys: readonly string[]) => keysAt(person.page).press(...keys)
const focusIs = (name: RegExp) => keysAt(person.page).focusIs(name)
const field = () => person.page.getByRole('textbox', { name: 'Name' })
const nav = () => person.page.getByRole('navigation', { name: 'Agents and permissions' })
const definition = (name: string) => nav().getByRole('button', { name: new RegExp(`^${name}`) })
const own = (name: string) => join(story.home, 'agents', `${name}.md`)
const ofProject = (name: string) => join(story.project, '.orrery', 'agents', `${name}.md`)
const look = (name: string) => inStoryLooks(story.desktop(), name)

/** Chooses with the keyboard that an agent is kept in the project; each key when what it is for is there. */
async function inTheProject(): Promise<void> {
  const place = person.page.getByRole('combobox', { name: 'Save to' })
  const focused = (name: string) => person.page.locator('[role=option]:focus').getByText(name).waitFor()
  await press('Tab')
  await expect.poll(() => place.evaluate((it) => it === document.activeElement)).toBe(true)
  await press('Enter')
  await focused('Just me (all projects)')
  await press('ArrowDown')
  await focused('(shared)')
  await press('Enter')
  await person.page.getByRole('listbox').waitFor({ state: 'hidden' })
  await place.filter({ hasText: '(shared)' }).waitFor()
}

/** Comes to a button with the keyboard's own means and presses it. */
async function pressOn(name: string | RegExp): Promise<void> {
  await person.button(name).first().focus()
  await press('Enter')
}

beforeAll(async () => {
  // A silence is told of after a fifth of the time it may last.
  story.write(
    'home/config.toml',
    `permissionMode = "bypass"\n[runs]\nsilentMinutes = 1.5\n\n${modelLines(story.server().baseUrl)}`,
  )
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a new agent', () => {
  it('is refused a name that no file can have, or that is taken, with a sentence', async () => {
    await person.goTo('Agents')
    await person.page.getByRole('heading', { name: 'No agents running' }).waitFor()
    await pressOn('New agent')
    await writeAgent(person.page)
    for (const [name, sentence] of [
      ['档案员', 'lower-case words joined by hyphens'],
      ['../tide', 'lower-case words joined by hyphens'],
      ['con', 'Windows reserves the name con'],
      ['build', 'There is an agent named build here already'],
    ] as const) {
      await field().fill(name)
      await press('Enter')
      await person.page.getByRole('alert').filter({ hasText: sentence }).waitFor()
    }
    expect(readdirSync(join(story.home, 'agents')).filter((name) => name !== 'README.md')).toEqual([])
  })

  it('has its name still when one has looked at something else', async () => {
    await definition('Plan').click()
    await field().waitFor({ state: 'hidden' })
    await person.goTo('Chat')
    await person.goTo('Agents')
    await pressOn('New agent')
    expect(await field().inputValue()).toBe('build')
  })

  it('is made under a free name, with what the form says, and is changed as text', async () => {
    await field().fill('field-notes')
    await person.page.getByRole('radio', { name: 'Only these' }).click()
    await person.page.getByRole('checkbox', { name: 'grep', exact: true }).check()
    await field().focus()
    await press('Enter')
    await pressOn('Edit')
    expect(readFileSync(own('field-notes'), 'utf8')).toBe(
      '---\ndescription: Keeps what was found.\ntools:\n  allow: [grep]\n---\n\nYou keep notes.\n',
    )
    await person.page.getByRole('textbox', { name: 'Display name' }).waitFor()
    await showAsFile(person.page)
    await focusIs(/^File contents/)
    await press('Control+End')
    await person.page.keyboard.type('Keep the notes tidy.')
    await press('Control+s')
    await person.page.getByText('Field notes saved').waitFor()
    expect(readFileSync(own('field-notes'), 'utf8')).toContain('Keep the notes tidy.')
    await definition('Field notes').waitFor()
    await look('agent-made')
  })

  it('begins as a copy of another, in the project, which stays trusted', async () => {
    await pressOn('Duplicate Field notes')
    await field().fill('tide-notes')
    await inTheProject()
    await field().focus()
    await press('Enter')
    await person.page.getByRole('region', { name: 'Agent tide-notes' }).waitFor()
    await definition('Tide notes').filter({ hasText: 'project' }).waitFor()
    expect(readFileSync(ofProject('tide-notes'), 'utf8')).toContain('Keep the notes tidy.')
    await person.button('Cancel').click()
  })

  it('is deleted, leaves the focus in the list, and comes back as it was', async () => {
    const before = readFileSync(ofProject('tide-notes'), 'utf8')
    await pressOn('Delete Tide notes')
    await person.page.getByText('Tide notes was deleted').waitFor()
    await definition('Tide notes').waitFor({ state: 'hidden' })
    expect(existsSync(ofProject('tide-notes'))).toBe(false)
    await focusIs(/^Review/)
    await pressOn('Undo')
    await definition('Tide notes').waitFor()
    expect(readFileSync(ofProject('tide-notes'), 'utf8')).toBe(before)
  })

  it('is drafted from a sentence, and written only when the person creates it', async () => {
    await pressOn('New agent')
    await person.page.getByRole('textbox', { name: 'Draft with an agent' }).fill('Counts the gulls')
    await press('Enter')
    await person.page.getByText(/^Drafted by .* Review it before you save\.$/).waitFor()
    expect(await field().inputValue()).toBe('gull-watch')
    expect(await person.page.getByRole('textbox', { name: 'Instructions' }).inputValue()).toBe(
      'You count gulls.',
    )
    await look('agent-drafted')
    expect(existsSync(own('gull-watch'))).toBe(false)
    await person.button('Create agent').click()
    await definition('Gull watch').waitFor()
    expect(readFileSync(own('gull-watch'), 'utf8')).toBe(
      '---\ndescription: Counts gulls.\ntools:\n  allow: [read, grep]\n---\n\nYou count gulls.\n',
    )
    await pressOn('Delete Gull watch')
    await definition('Gull watch').waitFor({ state: 'hidden' })
  })

  it('closes with Escape, with the focus where the keyboard goes on', async () => {
    await pressOn('New agent')
    await field().waitFor()
    await press('Escape')
    await field().waitFor({ state: 'hidden' })
    await focusIs(/^At a glance/)
  })
})

describe('what was written for an agent and is not saved', () => {
  const editor = () => person.page.getByRole('textbox', { name: 'File contents' })
  const unsaved = () => person.page.getByText('Unsaved.')

  it('is there again after another row and another screen, and says that it is not saved', async () => {
    await definition('Field notes').click()
    await pressOn('Edit')
    await focusIs(/^File contents/)
    await press('Control+End')
    await person.page.keyboard.type('Mind the gulls.')
    await unsaved().waitFor()
    await definition('Plan').click()
    await editor().waitFor({ state: 'hidden' })
    await definition('Field notes').filter({ hasText: 'unsaved' }).click()
    await editor().getByText('Mind the gulls.').waitFor()
    await press('Control+1')
    await person.message.waitFor()
    await press('Control+3')
    await editor().getByText('Mind the gulls.').waitFor()
  })

  it('is given up by Cancel and by Discard, and had back', async () => {
    for (const name of ['Cancel', 'Discard changes']) {
      await person.button(name).click()
      await unsaved().waitFor({ state: 'hidden' })
      await person.button('Undo').last().click()
      await editor().getByText('Mind the gulls.').waitFor()
    }
  })

  it('is not written while something is wrong with it, and all of that is said', async () => {
    const before = readFileSync(own('field-notes'), 'utf8')
    await editor().focus()
    await press('Control+Home', 'End', 'Enter')
    await person.page.keyboard.type('mood: good')
    await press('Escape', 'Enter')
    await person.page.keyboard.type('maxTurns: many')
    await press('Escape', 'Control+s')
    const refused = person.page.getByRole('alert').filter({ hasText: 'Not saved: 2 things are wrong.' })
    await refused.getByText('Unsupported agent key: mood').waitFor()
    await refused.getByText('maxTurns (field-notes.md, line 3)').waitFor()
    await refused.getByText('The previous version stays in use.').waitFor()
    await focusIs(/^File contents/)
    expect(readFileSync(own('field-notes'), 'utf8')).toBe(before)
    await look('agent-not-saved')
    await person.button('Discard changes').click()
    await person.button('Cancel').click()
    await pressOn('New agent')
    await press('Escape')
  })
})

describe('what was written for an agent whose file was deleted outside of the app', () => {
  const editor = () => person.page.getByRole('textbox', { name: 'File contents' })
  const lost = () => definition('Field notes').filter({ hasText: 'unsaved' })

  it('is shown where the agent was, can be left and come back to, and discarded and had back', async () => {
    await definition('Field notes').click()
    await pressOn('Edit')
    await focusIs(/^File contents/)
    await press('Control+End')
    await person.page.keyboard.type('Mind the terns.')
    await person.page.getByText('Unsaved.').waitFor()
    rmSync(own('field-notes'))
    await person.page.getByText('The file of this agent no longer exists.').waitFor()
    await look('agent-lost')
    await definition('Plan').click()
    await editor().waitFor({ state: 'hidden' })
    await lost().click()
    await editor().getByText('Mind the terns.').waitFor()
    await person.button('Discard changes').click()
    await lost().waitFor({ state: 'hidden' })
    await person.button('Undo').last().click()
    await lost().click()
    await editor().getByText('Mind the terns.').waitFor()
  })

  it('is saved as a new file, and is in force again', async () => {
    await person.button('Save as a new file').click()
    await person.page.getByText('Field notes saved').last().waitFor()
    expect(readFileSync(own('field-notes'), 'utf8')).toContain('Mind the terns.')
    await lost().waitFor({ state: 'hidden' })
    await definition('Field notes').filter({ hasText: 'yours' }).waitFor()
  })
})

describe('an agent that hangs in a tool', () => {
  it('is seen in the selector, above its conversation and in the list, until it is heard of again', async () => {
    await person.goTo('Chat')
    await person.say('Let one hang')
    const row = person.page
      .getByRole('listbox', { name: 'Agents in the background' })
      .getByRole('option', { name: /Sleeper/ })
    await row
      .filter({ hasText: /no activity for 0:\d\d of 1:30 · since \d\d:\d\d: Bash until/ })
      .waitFor({ timeout: 60_000 })
    await row.click()
    await person.page
      .getByRole('status')
      .filter({ hasText: 'No activity from “Sleeper” for a while.' })
      .waitFor({ state: 'attached' })
    await person.goTo('Agents')
    await nav()
      .getByRole('button', { name: /Sleeper/ })
      .filter({ hasText: /no activity for/ })
      .waitFor()
    await person.goTo('Chat')
    await look('agent-silent')
    await person.goTo('Agents')
    story.write('person/my code/潮汐 tide/go.txt', '')
    await nav()
      .getByText(/no activity for/)
      .waitFor({ state: 'hidden' })
  })

  it('is named by its title on the card of a call that stops it, and not by its id', async () => {
    await person.goTo('Chat')
    await person.button('Back to the chat').click()
    await person.reads('The agent “Sleeper” is done')
    await person.rests()
    await person.say('Enough of it')
    await person.reads('It is at rest.')
    const card = person.entries('Tool Stop agent')
    await card.getByRole('button', { name: /Sleeper/ }).click()
    await card.getByText('The agent “Sleeper” had already ended.').waitFor()
    expect(await card.textContent()).not.toContain('ses_')
    await look('agent-stopped')
  })
})

it('speaks Chinese', async () => {
  await chooseChinese(person.page)
  await person.page
    .getByRole('navigation', { name: '主导航' })
    .getByRole('button', { name: '智能体' })
    .click()
  await person.page.getByText('查看项目，说明任务可以怎样完成。不做任何更改。').first().waitFor()
  await person.button('新建智能体').click()
  await person.page.getByText('用连字符连接的小写单词').first().waitFor()
})
