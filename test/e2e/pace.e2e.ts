import { beforeAll, expect, it } from 'vitest'
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

it('shows how fast the model and its tools are', async () => {
  story
    .server()
    .enqueue(
      callScript([{ name: 'read', args: { path: 'README.md' } }]),
      textScript('It is a clock.', { prompt: 20_000, completion: 5 }),
    )
  await person.say('What is it?')
  await person.reads('It is a clock.')
  await person.rests()
  const inspector = person.page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByText('Time to first token').waitFor()
  await inspector.getByText(/^Read, 1×$/).waitFor()
  await inStoryLooks(story.desktop(), 'pace')
})

it('offers a new chat where one comes back after a long time, and takes along what was typed', async () => {
  const offer = person.page.getByRole('status').filter({ hasText: 'Last active' })
  await person.message.fill('Something else')
  expect(await offer.count()).toBe(0)
  await person.page.clock.setFixedTime(Date.now() + 3 * 24 * 60 * 60 * 1_000)
  await person.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await offer.getByText('Last active 3d ago').waitFor()
  const recalled = person.page.getByRole('region', { name: 'Recap of this chat' })
  await recalled.getByText('3d ago you wrote: What is it?').waitFor()
  await inStoryLooks(story.desktop(), 'long-pause')
  await person.button('Details', recalled).click()
  await recalled.getByText('It is a clock.').waitFor()
  await inStoryLooks(story.desktop(), 'recalled')
  await person.button('Hide details', recalled).click()
  expect(story.server().requests.filter(({ path }) => path.endsWith('completions'))).toHaveLength(2)
  await person.button('Dismiss', recalled).click()
  await recalled.waitFor({ state: 'hidden' })
  await person.button('New chat', offer).click()
  await person.page.getByRole('heading', { name: /hat would you like to do/ }).waitFor()
  await expect.poll(() => person.message.inputValue()).toBe('Something else')
  await person.sessions.getByText('What is it?').click()
  await person.reads('It is a clock.')
  await expect.poll(() => person.message.inputValue()).toBe('')
  await person.button('Stay in this chat', offer).click()
  await offer.waitFor({ state: 'hidden' })
})
