import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const inspector = () => person.page.getByRole('complementary', { name: 'Inspector' })
const rows = () => inspector().getByRole('list', { name: 'Requests, newest first' }).getByRole('listitem')
const instructions = () => {
  const body = story.server().requests.at(-1)?.body as { messages: { content: string }[] } | undefined
  return body?.messages[0]?.content
}
const answered = async (answer: string, usage: { prompt: number; cached: number }) => {
  story.server().enqueue(textScript(answer, { ...usage, completion: 5 }))
  await person.say('And now?')
  await person.reads(answer)
  await person.rests()
}

it('lists what each request read from the cache, while the chat grows', async () => {
  await answered('At noon.', { prompt: 6_000, cached: 0 })
  await inspector().getByRole('button', { name: 'View cache use' }).click()
  await rows().first().getByText('First request').first().waitFor()
  await answered('At one.', { prompt: 6_100, cached: 6_000 })
  await rows().first().getByText('6k of 6.1k from cache').waitFor()
  await answered('At two.', { prompt: 6_200, cached: 0 })
  await rows().first().getByText('the server read no cache', { exact: false }).waitFor()
  expect(await rows().count()).toBe(3)
  await inStoryLooks(story.desktop(), 'cache-ledger.rows')
})

it('sends the next request without the cache on /break-cache, and only that one', async () => {
  await person.say('/break-cache once')
  await person.page.getByText('The next request of this chat does not use the cache.').waitFor()
  await inspector().getByText('The next request does not use the cache.').waitFor()
  await answered('At three.', { prompt: 6_300, cached: 0 })
  expect(instructions()).toMatch(/^Request evt_/)
  await rows().first().getByText('Cache off').first().waitFor()
  await person.say('/break-cache status')
  await person.page.getByText('1 request of this branch went without it.', { exact: false }).waitFor()
  await answered('At four.', { prompt: 6_400, cached: 6_200 })
  expect(instructions()).not.toMatch(/^Request evt_/)
})

it('sends none with it on /break-cache always, until the person uses the cache again', async () => {
  await person.say('/break-cache always')
  await inspector().getByText('No request of this chat uses the cache.').waitFor()
  await answered('At five.', { prompt: 6_500, cached: 0 })
  expect(instructions()).toMatch(/^Request evt_/)
  await inspector().getByRole('button', { name: 'Use cache' }).click()
  await inspector().getByText('No request of this chat uses the cache.').waitFor({ state: 'hidden' })
  await answered('At six.', { prompt: 6_600, cached: 6_400 })
  expect(instructions()).not.toMatch(/^Request evt_/)
})
