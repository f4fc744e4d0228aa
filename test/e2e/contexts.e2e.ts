import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createGate, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  story.write(
    'home/agents/poet.md',
    '---\ndescription: Writes verse.\nmode: primary\n---\n\nYou are the poet.\n',
  )
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const sent = () => JSON.stringify(story.server().requests.at(-1)?.body)
const contexts = () => person.page.getByRole('dialog', { name: 'Contexts' })

it('a new context begins with another agent, from the command, with keys only', async () => {
  const { page } = person
  story.server().enqueue(textScript('A bridge stands.'))
  await person.say('Build a bridge')
  await person.reads('A bridge stands.')
  await person.rests()
  await person.say('/context')
  await contexts().getByRole('listitem', { name: 'Build' }).waitFor()
  await contexts()
    .getByRole('img', { name: /^Context: \d+\s% used$/ })
    .waitFor()
  await contexts().getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Poet' }).click()
  await contexts().getByRole('radio', { name: 'Fresh' }).click()
  await contexts().getByRole('button', { name: 'Start' }).focus()
  await page.keyboard.press('Enter')
  await contexts().waitFor({ state: 'hidden' })
  story.server().enqueue(textScript('A verse on tides.'))
  await person.say('A verse, please')
  await person.reads('A verse on tides.')
  await person.rests()
  expect(sent()).not.toContain('A bridge stands.')
})

it('a sleeping context is resumed with its own history, from the model picker', async () => {
  const { page } = person
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Contexts' }).click()
  await inStoryLooks(story.desktop(), 'contexts.list')
  await contexts().getByRole('listitem', { name: 'Build' }).getByRole('button', { name: 'Return' }).click()
  await page.getByText('Build is back with its own history').waitFor()
  story.server().enqueue(textScript('Still standing.'))
  await person.say('And now?')
  await person.reads('Still standing.')
  await person.rests()
  expect(sent()).toContain('"role":"assistant","content":"A bridge stands."')
  expect(sent()).toContain('A verse on tides.')
})

it('a model is chosen with a fresh history, and the old context sleeps', async () => {
  const { page } = person
  await page.getByRole('button', { name: /^Model: / }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('radio', { name: 'Fresh' }).click()
  await inStoryLooks(story.desktop(), 'contexts.picker')
  await picker.getByRole('button', { name: 'Use in this chat' }).click()
  await page.getByText('Build starts fresh').waitFor()
  story.server().enqueue(textScript('What bridge?'))
  await person.say('Is it there?')
  await person.reads('What bridge?')
  await person.rests()
  expect(sent()).not.toContain('A bridge stands.')
})

it('a model is chosen with a bridge, and the old context comes back with its own words', async () => {
  const { page } = person
  await page.getByRole('button', { name: /^Model: / }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('radio', { name: 'Bridge' }).click()
  await picker.getByRole('button', { name: 'Use in this chat' }).click()
  await page.getByText('Build takes over with a summary of the chat').waitFor()
  story.server().enqueue(textScript('A record of a bridge.'))
  await person.say('What do you know?')
  await person.reads('A record of a bridge.')
  await person.rests()
  // The words of the old context are told, and are not the words of this one.
  expect(sent()).toContain('What bridge?')
  expect(sent()).not.toContain('"role":"assistant","content":"What bridge?"')

  await person.say('/context')
  const asleep = contexts().getByRole('listitem', { name: 'Build' }).filter({ hasText: 'Is it there?' })
  await asleep.getByRole('button', { name: 'Return' }).click()
  await page.getByText('Build is back with its own history').last().waitFor()
  story.server().enqueue(textScript('That bridge.'))
  await person.say('And here?')
  await person.reads('That bridge.')
  await person.rests()
  expect(sent()).toContain('"role":"assistant","content":"What bridge?"')
  expect(sent()).toContain('A record of a bridge.')
  expect(sent()).not.toContain('"role":"assistant","content":"A record of a bridge."')
})

it('a context is closed, and what waits in the queue is marked as an added task', async () => {
  const { page } = person
  await person.say('/context')
  const poet = contexts().getByRole('listitem', { name: 'Poet' })
  await poet.getByRole('button', { name: 'Close' }).click()
  await poet.getByText('Closed').waitFor()
  expect(await poet.getByRole('button').count()).toBe(0)
  await page.keyboard.press('Escape')
  await contexts().waitFor({ state: 'hidden' })

  const gate = createGate()
  story.server().enqueue(
    {
      steps: [
        { do: 'text', text: 'One moment. ' },
        { do: 'wait', gate },
        { do: 'text', text: 'Done.' },
        { do: 'finish', reason: 'stop' },
      ],
    },
    textScript('Second done.'),
  )
  await person.say('First')
  await person.reads('One moment.')
  await person.message.fill('Second')
  await page.keyboard.press('Alt+Enter')
  gate.open()
  await person.reads('Second done.')
  await page.getByText('Added task').waitFor()
})
