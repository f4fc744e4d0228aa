import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop-story.ts'
import { type Script, textScript } from '../support/model-script.ts'

const story = tellStory({
  inOrder: true,
  server: { title: () => textScript('The height of the tide', { prompt: 40, completion: 5 }) },
})
let person: Person

const OVERLOADED: Script = { status: 529, headers: { 'retry-after': '600' }, body: 'busy' }
const cut = (text: string): Script => ({
  steps: [
    { do: 'text', text },
    { do: 'finish', reason: 'length' },
  ],
})

beforeAll(async () => {
  const { baseUrl } = story.server()
  const spare = modelLines(baseUrl)
    .replace('[model]', '[models.spare]')
    .replace('id = "scripted"', 'id = "spare"')
    .replace('label = "Scripted"', 'label = "Spare"')
  story.write('home/config.toml', modelLines(baseUrl, 'fallback = "spare"') + spare)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('a chat whose model has a bad day', () => {
  it('is answered by the model that stands in, and says so', async () => {
    story.server().enqueue(OVERLOADED, textScript('Up to six metres.'))
    await person.say('How high is the tide?')
    await person.reads(/Scripted could not answer, so Spare takes over/)
    await person.reads('Up to six metres.')
    await person.rests()
  })

  it('has got its name from the model meanwhile', async () => {
    await person.sessions.getByText('The height of the tide').waitFor()
  })

  it('goes on by itself with an answer that is too long for one, and offers Continue in the end', async () => {
    story.server().enqueue(cut('One, '), cut('two, '), cut('three, '), cut('four, '))
    await person.say('Count')
    await person.reads(/The answer stops here: the model reached its limit/)
    for (const word of ['One,', 'two,', 'three,', 'four,']) await person.reads(word)
    story.server().enqueue(textScript('five.'))
    await person.button('Continue', person.conversation).click()
    await person.reads('five.')
    await person.rests()
    expect(story.server().requests.at(-1)).toMatchObject({ body: { model: 'scripted' } })
  })
})
