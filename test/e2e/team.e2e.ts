import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { type Part, respondAs, takeIn, use } from '../support/hosts/team-script.ts'
import { type Script, textScript } from '../support/models/model-script.ts'

const within = { timeout: PATIENCE_MS }
const CARDS = [
  { subject: 'Map the old exporter', description: 'Say where it is called.' },
  { subject: 'Write the new exporter', description: 'Keep the order of lines.' },
  { subject: 'Compare both', description: 'On the fixtures.', blockedBy: [1] },
  { subject: 'Remove the old exporter', description: 'With its tests.', blockedBy: [2, 3] },
  { subject: 'Update the import guide', description: 'In docs/.', blockedBy: [4] },
]

/** Who leads: makes the team, the board and the rule for all, and dissolves it when everything is done. */
const lead: Part = (newest, { messages }) => {
  const all = JSON.stringify(messages.slice(1))
  if (all.includes('is dissolved')) return textScript('All cards are done, each once.')
  if (all.includes('6 of 6 cards are done')) return use('team_delete', {})
  if (newest.includes('Begin')) return use('team_create', { name: 'invoice-migration' })
  if (newest.includes('you lead it')) return use('task_create', { cards: CARDS })
  if (newest.includes('On the board now')) return takeIn('mira', 'tomas')
  if (newest.includes('has joined')) {
    return use('send_message', { to: '*', summary: 'One line each', text: 'Write one line for each card.' })
  }
  return textScript(newest.includes('Sent to') ? 'They are at work.' : 'I wait.')
}

/** The card that nobody gets done before the app has ended once. */
let isUp = false

/** A teammate: writes the one line of the card it was given last, says that the card is done, and rests. */
const worker: Part = (newest, { messages }) => {
  if (newest.includes('asked to stop')) return use('send_message', { to: 'lead', answer: 'approve_shutdown' })
  // What it had begun may be somebody else's by now.
  if (newest.includes('Your work was cut off')) return textScript('I look what is left.')
  const given = [...JSON.stringify(messages).matchAll(/Card #(\d+) of the board is yours now/g)].at(-1)?.[1]
  if (given === undefined) return textScript('I rest.')
  const answers = JSON.stringify(messages.filter(({ role }) => role === 'tool'))
  if (answers.includes(`Card #${given} is done`)) return textScript('I rest.')
  if (answers.includes(`line-${given}`)) return use('task_update', { id: Number(given), status: 'completed' })
  if (given === '3' && !isUp) return HANGS
  return use('bash', { command: `echo line-${given} | tee -a lines.txt` })
}
const HANGS: Script = { steps: [{ do: 'text', text: 'I am at it' }, { do: 'hang' }] }

const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: respondAs({ lead, mira: worker, tomas: worker }) },
})
let person: Person
let keys: ReturnType<typeof keysAt>

const start = async () => {
  person = personAt((await story.start()).page)
  keys = keysAt(person.page)
}
const look = (name: string) => inStoryLooks({ app: story.desktop().app, page: person.page }, name)
const lines = () => {
  try {
    return readFileSync(join(story.project, 'lines.txt'), 'utf8').trim().split('\n').toSorted()
  } catch {
    return []
  }
}
const team = () => person.page.getByRole('region', { name: 'Team invoice-migration' }).last()
const board = () => team().getByRole('region', { name: 'Task board' })
const column = (name: string) => board().getByRole('region', { name, exact: true })
const card = (subject: string) => board().getByRole('button', { name: subject })
const stands = (subject: string, where: string) =>
  column(where).getByRole('button', { name: subject }).waitFor()
const member = (name: string) => team().getByRole('list', { name: 'Members' }).getByRole('button', { name })
const mood = (name: string, word: string) => member(name).getByRole('img', { name: word }).waitFor()
const messages = () => team().getByRole('list', { name: 'Messages' })

/** The request that has the focus. */
const focusedAsk = () =>
  person.page.evaluate(() => document.activeElement?.closest('[data-ask]')?.getAttribute('data-ask') ?? null)

/** Answers with the keyboard one request after the other, each once it stands there, until so many lines are written. */
const allowUntil = async (count: number) => {
  for (let answered = lines().length; answered < count; answered += 1) {
    await person.page.locator('[data-ask]').filter({ hasText: 'echo line-' }).first().waitFor()
    await keys.pressUntil('F6', /^Approval needed$/)
    const asked = await focusedAsk()
    // A key in the moment in which a request comes up answers nothing, so it is pressed as long as this one stands there.
    await expect
      .poll(async () => {
        if ((await focusedAsk()) === asked) await keys.press('Control+Enter')
        return person.page.locator(`[data-ask="${asked}"]`).count()
      }, within)
      .toBe(0)
  }
  await expect.poll(() => lines().length, within).toBe(count)
}

beforeAll(async () => {
  await start()
  await person.addProject(story.project)
})

describe('a piece of work for several, with a team', () => {
  it('is explained where teams stand while there are none', async () => {
    await person.goTo('Agents')
    await person.button(/^Teams/).click()
    await person.page.getByRole('heading', { name: 'No teams yet' }).waitFor()
    await person.goTo('Chat')
  })

  it('is put on a board, and teammates take cards and ask', async () => {
    await person.say('Begin.')
    await person.reads('They are at work.')
    await person.goTo('Agents')
    await person
      .button(/^Task board/)
      .first()
      .click()
    await stands('Map the old exporter', 'In progress')
    await stands('Write the new exporter', 'In progress')
    await mood('mira', 'waiting for you')
    await mood('tomas', 'waiting for you')
    await card('Remove the old exporter').getByText('after #2, #3').waitFor()
    await messages().getByText('One line each').waitFor()
    await look('team.asks')
  })

  it('is walked with the keyboard, and one teammate is looked at', async () => {
    await card('Compare both').focus()
    await keys.press('ArrowDown')
    await keys.focusIs(/^Remove the old exporter/)
    await keys.press('ArrowRight')
    await keys.focusIs(/exporter#[12]/)
    await keys.press('Enter')
    await board()
      .getByText(/Say where it is called|Keep the order of lines/)
      .waitFor()
    await member('mira').click()
    const panel = team().getByRole('region', { name: 'Teammate mira' })
    await panel.getByText('asks: Bash').waitFor()
    await look('team.member')
    await person.button('Answer', panel).click()
    await keys.focusIs(/^Approval needed$/)
  })

  it('stands with everything else that goes on in the background', async () => {
    await person.goTo('Chat')
    await person.page.getByRole('textbox', { name: 'Message' }).focus()
    await keys.focusIs('Message')
    await keys.press('Shift+ArrowDown')
    const behind = person.page.getByRole('dialog', { name: 'In the background' })
    const teammates = behind.getByRole('list', { name: 'Teammates' })
    await teammates.getByText('mira').waitFor()
    // As the button on its board is called, beside which it can be asked to stop.
    await teammates.getByRole('button', { name: 'Stop mira now' }).waitFor()
    await look('team.background')
    await keys.press('Escape')
    await behind.waitFor({ state: 'hidden' })
    await person.goTo('Agents')
  })

  it('stands below the chat that leads it, with the way to its board', async () => {
    await person.goTo('Chat')
    const status = person.page.getByRole('status', { name: 'Status bar' })
    await status.getByRole('button', { name: /^Team invoice-migration 0 of 5 done/ }).waitFor()
    await look('team.chat')
    await status.getByRole('button', { name: /^Team invoice-migration/ }).click()
    await board().waitFor()
  })

  it('goes on when both are answered, and takes a card of the person', async () => {
    await person.button('Add card', team()).click()
    await team().getByRole('textbox', { name: 'Title' }).fill('Tell the others')
    await team().getByRole('textbox', { name: 'Blocked by' }).fill('#5')
    await keys.press('Enter')
    await stands('Tell the others', 'Pending')
    await keys.press('Escape')
    await allowUntil(2)
    await stands('Map the old exporter', 'Completed')
    await stands('Write the new exporter', 'Completed')
    await stands('Compare both', 'In progress')
    const refusals = person.page.getByRole('alert').filter({ hasText: '#5' })
    await card('Tell the others').dragTo(column('Completed'))
    await refusals.waitFor()
    await refusals.evaluate((it) => it.setAttribute('data-before', ''))
    await card('Tell the others').dragTo(column('Completed'))
    // Said once, and anew.
    await person.page.locator('[data-before]').waitFor({ state: 'detached' })
    expect(await refusals.count()).toBe(1)
    await stands('Tell the others', 'Pending')
  })

  it('is written anew on its board, and given lines for what it may use', async () => {
    await card('Tell the others').click()
    await person.button('Edit', board()).click()
    const form = board().getByRole('form', { name: 'Edit' })
    await form.getByRole('textbox', { name: 'Title' }).fill('Tell all others')
    await form.getByRole('textbox', { name: 'Details' }).fill('In one line.')
    await look('team.edit')
    await person.button('Save', form).click()
    await stands('Tell all others', 'Pending')
    await person.button('Set limits', team()).click()
    await team().getByRole('textbox', { name: 'Warn at (minutes)' }).fill('30')
    await team().getByRole('textbox', { name: 'Pause at (minutes)' }).fill('90')
    await look('team.limits')
    await person.button('Save limits', team()).click()
    await team().getByText('warns at 30 min · pauses at 90 min').waitFor()
  })

  it('hears a word of the person', async () => {
    await team().getByRole('combobox', { name: 'To' }).click()
    await person.page.getByRole('option', { name: 'Lead' }).click()
    await team().getByRole('textbox', { name: 'Message to the team' }).fill('How far are you?')
    await keys.press('Enter')
    await messages().getByText('You to Lead').waitFor()
  })

  it('survives a kill in the middle: what was done stays done, and what was begun is free', async () => {
    await story.desktop().kill()
    isUp = true
    await start()
    await person.goTo('Agents')
    await stands('Map the old exporter', 'Completed')
    await stands('Write the new exporter', 'Completed')
    await stands('Compare both', 'Pending')
    const cutOff = team().getByRole('button', { name: 'interrupted' })
    await cutOff.waitFor()
    await cutOff.click()
    await person.button('Restore', team()).click()
    await expect.poll(() => cutOff.count(), within).toBe(0)
  })

  it('rests while teams are switched off, and says so where it stands', async () => {
    await person.goTo('Settings')
    await person.button('Chats').last().click()
    const on = person.page.getByRole('switch', { name: 'Agents may work in teams' })
    await on.click()
    await expect.poll(() => on.getAttribute('aria-checked'), within).toBe('false')
    await look('team.settings')
    await person.goTo('Agents')
    const off = team().getByText('Teams are turned off')
    await off.waitFor()
    await person.button('Turn on', team()).click()
    await off.waitFor({ state: 'hidden' })
  })

  it('is done to the end, each card once, and the team is dissolved', async () => {
    await allowUntil(6)
    await person.page.getByRole('heading', { name: 'This team was disbanded' }).waitFor()
    expect(lines()).toEqual(['line-1', 'line-2', 'line-3', 'line-4', 'line-5', 'line-6'])
    await person.goTo('Chat')
    await person.reads('All cards are done, each once.')
    await person.rests()
    const began = story
      .server()
      .requests.map(({ body }) => body as SentRequest)
      .filter(({ messages: sent }) => JSON.stringify(sent.at(-1)).includes('Begin.'))
    expect(began).toHaveLength(1)
  })
})
