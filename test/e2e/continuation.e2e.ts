import { expect, it, onTestFinished } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { createContinuingServer } from '../support/protocols/continuing-server.ts'

const story = tellStory({})

it('a model is set to continue over a WebSocket, and the inspector shows it', async () => {
  const server = await createContinuingServer((whole) => {
    const round = whole.filter(({ type }) => type === 'function_call_output').length
    const asked = whole.filter(({ role }) => role === 'user').length
    return round < asked
      ? { parts: [{ t: 'call', id: `call_${round}`, name: 'list', args: { path: '.' } }] }
      : { parts: [{ t: 'text', text: `Looked ${round} times.` }] }
  })
  onTestFinished(server.close)
  const table = modelTable('model', `${server.origin}/v1`, {
    api: 'openai-responses',
    label: 'Continued',
    lines: 'apiKeyRef = "env:CONTINUED_KEY"',
  })
  story.write('home/config.toml', table + PLAIN_TITLES)
  const { page } = await story.start({ env: { CONTINUED_KEY: 'sk-continued-4411' } })
  const person = personAt(page)
  await person.addProject(story.project)
  await person.say('Look.')
  await person.reads('Looked 1 times.')
  await person.rests()
  expect(server.asked.map(({ via }) => via)).toEqual(['http', 'http'])

  await person.goTo('Settings')
  await page.getByRole('table', { name: 'Models' }).getByRole('button', { name: 'Continued' }).click()
  const form = page.getByRole('complementary', { name: 'Continued' }).locator('form')
  await form.getByRole('switch', { name: 'Continue over a WebSocket' }).click()
  await inStoryLooks(story.desktop(), 'model-continuation')
  await form.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/ is saved$/)
    .first()
    .waitFor()

  await person.goTo('Chat')
  await person.say('Look again.')
  await person.reads('Looked 2 times.')
  await person.rests()
  expect(server.asked.slice(2).map(({ via, previous }) => [via, previous !== null])).toEqual([
    ['socket', false],
    ['socket', true],
  ])
  expect([server.faults, server.keys]).toEqual([[], ['Bearer sk-continued-4411']])
  await person.button('View request').first().click()
  await page.getByText('Sent as a continuation').waitFor()
  await inStoryLooks(story.desktop(), 'request-continued')
})
