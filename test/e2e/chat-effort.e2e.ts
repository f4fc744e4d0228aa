import { beforeAll, expect, it } from 'vitest'
import { inTwoLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { workflowPersonAt } from '../support/stories/workflow-person.ts'

const LOW_WATER = `export const meta = { name: 'low-water', description: 'Asks when the water is low.' }
return await agent('When is low water?', { label: 'Clock' })
`

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  const thinks = { reasoning: true, lines: 'reasoningEffort = "high"' }
  const { baseUrl } = story.server()
  const second = modelTable('models.second', baseUrl, { id: 'second', label: 'Second', reasoning: true })
  story.write('home/config.toml', modelTable('model', baseUrl, thinks) + second + PLAIN_TITLES)
  story.write('person/my code/潮汐 tide/.orrery/workflows/low-water.js', LOW_WATER)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  await person.goTo('Chat')
})

it('how long it thinks is chosen in the chat, before what is set for it, and goes along', async () => {
  const { page } = person
  story.server().enqueue(textScript('At noon.'))
  await person.say('When is the tide?')
  await person.reads('At noon.')
  await person.rests()
  expect(story.server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'high' })
  const effort = page.getByRole('combobox', { name: 'Effort' })
  const status = page.getByRole('status', { name: 'Status bar' })
  expect(await effort.textContent()).toContain('Model default (High)')
  expect(await status.textContent()).toContain('high')
  await inTwoLooks(story.desktop(), 'chat-effort.chosen')
  for (const [option, sent] of [
    ['Low', 'low'],
    ['No thinking', 'none'],
    ['Model default (High)', 'high'],
  ] as const) {
    await effort.click()
    await page.getByRole('option', { name: option, exact: true }).click()
    story.server().enqueue(textScript(`Asked ${sent}.`))
    await person.say('And now?')
    await person.reads(`Asked ${sent}.`)
    await person.rests()
    expect(story.server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: sent })
  }
})

it('a new chat begins with the effort that was chosen for it', async () => {
  const { page } = person
  await person.button('New chat').first().click()
  await page.getByRole('combobox', { name: 'Effort' }).click()
  await page.getByRole('option', { name: 'Extra high' }).click()
  story.server().enqueue(textScript('A new tide.'))
  await person.say('Begin.')
  await person.reads('A new tide.')
  await person.rests()
  expect(story.server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'xhigh' })
})

it('a workflow runs with the model and the effort of its launch form', async () => {
  const { page } = person
  const flow = workflowPersonAt(person)
  await person.trustFolder()
  await person.goTo('Workflows')
  await flow.choose('low-water')
  await page.getByRole('combobox', { name: 'Model of agents' }).click()
  await page.getByRole('option', { name: 'Second', exact: true }).click()
  await page.getByRole('combobox', { name: 'Effort' }).click()
  await page.getByRole('option', { name: 'Low', exact: true }).click()
  story.server().enqueue(textScript('At a quarter past six.'))
  await flow.start()
  await flow.is('done')
  expect(story.server().requests.at(-1)?.body).toMatchObject({ model: 'second', reasoning_effort: 'low' })
})
