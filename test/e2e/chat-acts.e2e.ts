import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const READ = callScript([{ name: 'read', args: { path: 'README.md' } }])
const NOTHING = 'This chat is still short. There is nothing to compact.'
const tree = () => person.page.getByRole('region', { name: 'Branches of this chat' })
const lines = () => tree().getByRole('treeitem')
const away = async () => {
  await person.page.keyboard.press('Escape')
  await tree().waitFor({ state: 'hidden' })
}

describe('a chat whose answers begin with the call of a tool', () => {
  it('goes from one answer to the other where they begin', async () => {
    story.server().enqueue(READ, textScript('It is a clock.'))
    await person.say('What is it?')
    await person.reads('It is a clock.')
    await person.rests()
    story.server().enqueue(READ, textScript('It shows the tide.'))
    await person.entries('Assistant').first().hover()
    await person.button('Answer again').click()
    await person.reads('It shows the tide.')
    await person.rests()
    const picker = person.conversation.getByRole('group', { name: 'Branches' })
    await picker.getByText('2/2').waitFor()
    await inStoryLooks(story.desktop(), 'branches.call')
    await person.button('Previous branch', picker).focus()
    await person.page.keyboard.press('Enter')
    await person.reads('It is a clock.')
    await picker.getByText('1/2').waitFor()
  })

  it('shows the tree of its branches by keys, by the palette and by a word', async () => {
    await person.message.focus()
    await person.page.keyboard.press('Control+Shift+B')
    await expect.poll(() => lines().count()).toBeGreaterThan(2)
    await away()
    await person.page.keyboard.press('Control+k')
    await person.page.keyboard.type('branches')
    await person.page.getByRole('option', { name: /Branches of this chat/ }).waitFor()
    await person.page.keyboard.press('Enter')
    await expect.poll(() => lines().count()).toBeGreaterThan(2)
    await away()
    await person.say('/branches')
    await tree().waitFor()
    await away()
    await expect.poll(() => person.message.inputValue()).toBe('')
  })
})

describe('what is typed behind a slash', () => {
  it('is offered as it is typed', async () => {
    await person.message.fill('/br')
    const list = person.page.getByRole('listbox', { name: 'Commands' })
    await list.getByRole('option', { name: /\/branches/ }).waitFor()
    await person.message.fill('')
  })

  it('copies the chat, and says of a copy that it has one way only', async () => {
    await person.say('/branch')
    await expect.poll(() => person.sessions.getByRole('listitem').count()).toBe(2)
    await person.reads('It is a clock.')
    await person.say('/branches')
    await tree()
      .getByText(/has one branch/)
      .waitFor()
    await away()
  })

  it('takes what is written to a copy the moment it was made, behind a long answer', async () => {
    const long = `${'All day long the tide comes in, and all night long.\n\n'.repeat(800)}And out.`
    story.server().enqueue(textScript(long), textScript('Twice a day.'))
    await person.say('Tell me everything')
    await person.reads(/And out\.$/)
    await person.rests()
    await person.say('/branch')
    await person.sessions
      .locator('[aria-current]')
      .getByText(/\(3\)$/)
      .waitFor()
    await person.say('How often?')
    await person.reads('Twice a day.')
    await person.rests()
    expect(await person.entries('You').last().textContent()).toContain('How often?')
    await expect.poll(() => person.message.inputValue()).toBe('')
    await person.say('/resume What is it? (2)')
    await person.sessions
      .locator('[aria-current]')
      .getByText(/\(2\)$/)
      .waitFor()
    await person.reads(/And out\.$/)
    expect(await person.conversation.getByText('Twice a day.').count()).toBe(0)
  })

  it('compacts the chat, or says that there is nothing to be gained', async () => {
    await person.say('/compact Mind the hours')
    await person.page.getByRole('alert').getByText(NOTHING).waitFor()
  })

  it('opens another chat by its title, and says when there is nothing to go on with', async () => {
    await person.say('/resume nowhere')
    await person.page
      .getByRole('alert')
      .getByText(/has “nowhere” in its title/)
      .waitFor()
    await person.say('/resume what is it?')
    await person.sessions.locator('[aria-current]').getByText('What is it?', { exact: true }).waitFor()
    await person.say('/resume')
    await person.page.getByText('Everything in this chat is answered.').waitFor()
  })
})
