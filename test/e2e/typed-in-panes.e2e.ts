import { beforeAll, describe, expect, it } from 'vitest'
import type { WindowSize } from '../support/desktop/desktop.ts'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { drawnAt, LARGE, SMALL } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'

/** Too narrow for a pane beside the work: what was there lies over it when it is asked for. */
const TINY = { width: 900, height: 700 }

const model = createAgentModel({
  answer: (prompt) =>
    prompt.includes('Touch it') ? { call: 'bash', args: { command: 'touch one.txt' } } : { say: 'Good day.' },
})
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
let person: Person
let keys: ReturnType<typeof keysAt>

const getsTo = (size: WindowSize) => drawnAt(story.desktop(), size)
const field = (name: string) => person.page.getByRole('textbox', { name, exact: true })

beforeAll(async () => {
  const { page } = await story.start()
  person = personAt(page)
  keys = keysAt(page)
  await person.addProject(story.project)
  await person.say('Hello')
  await person.reads('Good day.')
  await person.rests()
})

describe('what is half typed in the inspector of a chat', () => {
  const side = () => person.page.getByRole('complementary', { name: 'Inspector' })
  const opener = () => person.button('Inspector')

  it('is there again, with the focus in it, when the window was narrow in between', async () => {
    await person.button('Add note', side()).click()
    await field('Name').fill('tides')
    await person.button('Set limits', side()).click()
    await field('Pause at (tokens)').fill('30k')
    await getsTo(SMALL)
    await side().waitFor({ state: 'detached' })
    await getsTo(LARGE)
    expect(await field('Pause at (tokens)').inputValue()).toBe('30k')
    expect(await field('Name').inputValue()).toBe('tides')
    await keys.focusIs(/^Pause at \(tokens\)/)
  })

  it('is in the drawer of a narrow window as well, and Escape leaves the form first and then the drawer', async () => {
    await getsTo(SMALL)
    await opener().click()
    expect(await field('Pause at (tokens)').inputValue()).toBe('30k')
    await field('Name').press('Escape')
    await field('Name').waitFor({ state: 'detached' })
    await field('Pause at (tokens)').fill('40k')
    await person.button('View request', side()).press('Escape')
    await side().waitFor({ state: 'detached' })
    await opener().click()
    await field('Pause at (tokens)').focus()
    await getsTo(LARGE)
    expect(await field('Pause at (tokens)').inputValue()).toBe('40k')
    await keys.focusIs(/^Pause at \(tokens\)/)
  })

  it('is there again after the inspector was put away', async () => {
    await opener().click()
    await side().waitFor({ state: 'detached' })
    await opener().click()
    expect(await field('Pause at (tokens)').inputValue()).toBe('40k')
  })

  it('does not go along to another chat', async () => {
    await person.button('New chat').first().click()
    await person.say('Touch it.')
    await person.approval.waitFor()
    await person.button('Set limits', side()).waitFor()
    expect(await field('Pause at (tokens)').count()).toBe(0)
  })
})

describe('what is half typed in a detail beside the work', () => {
  it('stays in the approval inbox in a window of any size', async () => {
    await person.goTo('Agents')
    const inbox = person.page.getByRole('region', { name: 'Approval inbox' })
    await inbox.getByText('touch one.txt').first().waitFor()
    await person.button('Deny with a reason', inbox).click()
    await field('Reason for the agent').fill('There is one already.')
    await getsTo(SMALL)
    expect(await field('Reason for the agent').inputValue()).toBe('There is one already.')
    await getsTo(TINY)
    await inbox.waitFor({ state: 'detached' })
    await person.button(/^Approval inbox/).click()
    expect(await field('Reason for the agent').inputValue()).toBe('There is one already.')
    await getsTo(LARGE)
    expect(await field('Reason for the agent').inputValue()).toBe('There is one already.')
  })

  it('stays in the vault in a window of any size, until it is put away', async () => {
    await person.goTo('Vault')
    await person.button('Add secret').click()
    await field('Name').fill('harbour-token')
    await person.page.getByLabel('Value', { exact: true }).fill('not a real one')
    for (const size of [SMALL, TINY, SMALL, LARGE, TINY]) {
      await getsTo(size)
      expect(await field('Name').inputValue()).toBe('harbour-token')
      expect(await person.page.getByLabel('Value', { exact: true }).inputValue()).toBe('not a real one')
    }
    await field('Name').press('Escape')
    await field('Name').waitFor({ state: 'detached' })
    await person.button('Add secret').click()
    expect(await field('Name').inputValue()).toBe('')
    await getsTo(LARGE)
  })
})
