import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'

const story = tellStory({
  withModel: true,
  inOrder: true,
  server: {
    title: ({ body }) => {
      titled.push((body as { model: string }).model)
      return textScript('Tide clock')
    },
  },
})
/** By which models chats were named. */
const titled: string[] = []
let person: Person

beforeAll(async () => {
  const { baseUrl } = story.server()
  story.write('home/config.toml', modelLines(baseUrl) + modelTable('models.tiny', baseUrl, { id: 'tiny' }))
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

it('how long a model thinks and what it chooses from is set in the settings and goes along', async () => {
  const { page } = person
  await person.goTo('Settings')
  await page
    .getByRole('table', { name: 'Models' })
    .getByRole('button', { name: 'Scripted', exact: true })
    .click()
  await page.getByRole('switch', { name: 'Reasoning' }).click()
  await page.getByLabel('Reasoning effort').click()
  await page.getByRole('option', { name: 'High', exact: true }).click()
  await page.getByLabel('Top P').fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a number above 0 and up to 1, or leave it empty.').waitFor()
  await page.getByLabel('Top P').fill('0.8')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Scripted is saved').waitFor()
  await inStoryLooks(story.desktop(), 'model-settings.effort')

  await person.goTo('Chat')
  story.server().enqueue(textScript('At noon.'))
  await person.say('When is the tide?')
  await person.reads('At noon.')
  await person.rests()
  const body = story.server().requests.at(-1)?.body
  expect(body).toMatchObject({ reasoning_effort: 'high', top_p: 0.8 })
})

it('how long it thinks is set beside the work model too, with keys, and handed back to the model', async () => {
  const { page } = person
  await person.goTo('Settings')
  const roles = page.getByRole('region', { name: 'Roles' })
  const slider = roles.getByRole('slider', { name: 'Effort' })
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('High')
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Medium')
  await page.keyboard.press('Home')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('No thinking')
  const text = () => readFile(join(story.home, 'config.toml'), 'utf8')
  await expect.poll(text).toContain('reasoningEffort = "off"')
  await inStoryLooks(story.desktop(), 'model-settings.slider')
  await roles.getByRole('button', { name: 'Use automatic' }).click()
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Model default')
  await expect.poll(text).not.toContain('reasoningEffort')
  await inStoryLooks(story.desktop(), 'model-settings.no-effort')
})

it('who does small jobs and who stands in is chosen beside the work model, and written down', async () => {
  const { page } = person
  await person.goTo('Settings')
  for (const role of [
    'Model for background tasks',
    'Model for “medium”',
    'Model for “large”',
    'Fallback model',
  ]) {
    await page.getByRole('combobox', { name: role }).click()
    await page.getByRole('option', { name: 'tiny' }).click()
  }
  const text = () => readFile(join(story.home, 'config.toml'), 'utf8')
  await expect
    .poll(text)
    .toMatch(/\[roles\]\s+small = "test\/tiny"\s+medium = "test\/tiny"\s+large = "test\/tiny"/)
  await expect.poll(text).toContain('fallback = "test/tiny"')
  await inStoryLooks(story.desktop(), 'model-settings.roles')

  await person.goTo('Chat')
  await person.button('New chat').first().click()
  story.server().enqueue(textScript('At midnight.'))
  await person.say('And the next one?')
  await person.reads('At midnight.')
  await expect.poll(() => titled.at(-1)).toBe('tiny')
})

it('what providers did and took stands in the settings, of the last days', async () => {
  const { page } = person
  await person.goTo('Settings')
  const figures = page.getByRole('region', { name: 'Speed and cost' })
  const row = figures.getByRole('row', { name: /^test / })
  // Two chats were answered and named.
  await expect.poll(() => row.getByRole('cell').first().textContent()).toBe('4')
  await figures.getByRole('radio', { name: '30 days' }).click()
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe('0')
  await row.scrollIntoViewIfNeeded()
  await inStoryLooks(story.desktop(), 'model-settings.figures')
})

it('the form of tool rounds without reasoning is set in the settings and goes along', async () => {
  const { page } = person
  await person.goTo('Settings')
  await page
    .getByRole('table', { name: 'Models' })
    .getByRole('button', { name: 'Scripted', exact: true })
    .click()
  await page.getByLabel('Missing reasoning').click()
  await page.getByRole('option', { name: 'Send an empty field' }).click()
  await inStoryLooks(story.desktop(), 'model-settings.replay')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Scripted is saved').last().waitFor()

  await person.goTo('Chat')
  story.server().enqueue(callScript([{ name: 'list', args: {} }]), textScript('One folder.'))
  await person.say('What is here?')
  await person.reads('One folder.')
  await person.rests()
  const sent = story.server().requests.at(-1)?.body
  expect(JSON.stringify(sent)).toContain('"reasoning_content":""')
})
