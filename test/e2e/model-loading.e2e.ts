import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createGate, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { type LoadedModel, ollamaRoutes } from '../support/models/ollama-routes.ts'

/** What Ollama has loaded, and what holds it up while it loads. */
const loaded: LoadedModel[] = []
const orders: string[] = []
let gate = createGate()
const story = tellStory({
  inOrder: true,
  server: {
    models: ['long:latest'],
    routes: ollamaRoutes({
      loaded: () => loaded,
      load: async (model) => {
        orders.push(model)
        await gate.passed
        loaded.push({ model, context_length: 16_000 })
      },
    }),
  },
})
let person: Person

beforeAll(async () => {
  const { port } = story.server()
  story.write(
    'home/config.toml',
    modelTable('model', `http://localhost:${port}/v1`, { id: 'long' }) + PLAIN_TITLES,
  )
  person = personAt((await story.start({ env: { OLLAMA_HOST: `127.0.0.1:${port}` } })).page)
  await person.addProject(story.project)
})

it('finds the Ollama of this machine', async () => {
  const { page } = person
  const found = () =>
    page.evaluate(() =>
      (window as unknown as { orrery: { call: (name: string, request: object) => unknown } }).orrery.call(
        'model.detect',
        {},
      ),
    )
  // What it says of its models comes after that it is there, and may be late on a busy machine.
  const facts = { 'long:latest': expect.objectContaining({ isGuess: true }) }
  await expect
    .poll(found, { timeout: 30_000 })
    .toMatchObject({ value: expect.arrayContaining([expect.objectContaining({ running: true, facts })]) })
})

const loading = () => person.page.getByRole('status').filter({ hasText: 'Loading long on its server' })

it('says that a model of Ollama is loaded, for how long, and stops at once', async () => {
  await person.say('Are you there?')
  await loading().waitFor()
  await person.page.reload()
  await loading().waitFor()
  const line = person.page.locator('p').filter({ hasText: 'Loading long on its server' })
  await expect.poll(() => line.textContent()).toMatch(/\d:0[1-9]|[1-9] ?s/)
  await inStoryLooks(story.desktop(), 'model-loading')
  await person.button('Stop').click()
  await person.rests()
  await loading().waitFor({ state: 'hidden' })
  expect(orders).toEqual(['long:latest'])
  expect(story.server().requests.filter(({ path }) => path.endsWith('/chat/completions'))).toEqual([])
})

it('asks it once it is loaded, and says no more of loading', async () => {
  story.server().enqueue(textScript('Here I am.'))
  await person.say('And now?')
  await loading().waitFor()
  gate.open()
  await person.reads('Here I am.')
  await person.rests()
  await loading().waitFor({ state: 'hidden' })
  gate = createGate()
})
