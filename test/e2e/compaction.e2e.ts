import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createGate, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  story.server().enqueue(textScript(`Twice a day. ${'It rises and falls. '.repeat(150)}`))
  await person.say('How often is the tide?')
  await person.reads('Twice a day.')
  await person.rests()
  story.server().enqueue(textScript('Up to six metres.'))
  await person.say('How high is it?')
  await person.reads('Up to six metres.')
  await person.rests()
})

const inspector = () => person.page.getByRole('complementary', { name: 'Inspector' })
const bodies = () => story.server().requests.map(({ body }) => JSON.stringify(body))

describe('a long chat', () => {
  it('is compacted by hand, with a wish, and can be stopped while the summary is written', async () => {
    const compact = inspector().getByRole('button', { name: 'Compact', exact: true })
    await compact.click()
    await inspector()
      .getByText(/Summarises 2 older messages/)
      .waitFor()
    await inStoryLooks(story.desktop(), 'compaction.form')

    story.server().enqueue({ silent: true })
    await inspector().getByRole('button', { name: 'Compact now' }).click()
    await person.page.getByText('Summarising earlier messages').waitFor()
    await person.stop.click()
    await person.page.getByText('Summarising earlier messages').waitFor({ state: 'hidden' })

    const gate = createGate()
    story.server().enqueue({
      steps: [
        { do: 'wait', gate },
        { do: 'text', text: 'They spoke of the tide.' },
        { do: 'finish', reason: 'stop' },
      ],
    })
    await compact.click()
    await inspector().getByRole('textbox', { name: 'Focus the summary on' }).fill('The hours')
    await person.page.keyboard.press('Enter')
    await person.page.getByText('Summarising earlier messages').waitFor()
    await inStoryLooks(story.desktop(), 'compaction.running')
    gate.open()
    await person.reads(/Earlier messages were summarised/)
    await person.reads('Twice a day.')
    expect(bodies().at(-1)).toContain('The hours')
    await inStoryLooks(story.desktop(), 'compaction.divider')
  })

  it('is read in full again after Undo, and in short when that is undone', async () => {
    const divider = () => person.conversation.getByText(/Earlier messages were summarised/)
    await person.button('Undo', person.conversation).click()
    await divider().waitFor({ state: 'hidden' })
    await person.button('Undo').click()
    await divider().waitFor()

    await person.button('Undo', person.conversation).click()
    await person.reads('Full chat in use. The summary is kept')
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await person.button('Use the summary', person.conversation).click()
    await divider().waitFor()

    story.server().enqueue(textScript('The moon makes it.'))
    await person.say('Why?')
    await person.reads('The moon makes it.')
    await person.rests()
    expect(bodies().at(-1)).toContain('They spoke of the tide.')
    expect(bodies().at(-1)).not.toContain('It rises and falls.')
    await person.button('Undo', person.conversation).waitFor({ state: 'hidden' })
  })

  it('is compacted by itself when the server finds it too long', async () => {
    const gate = createGate()
    const words = 'This model has a maximum context length of 8192 tokens.'
    story.server().enqueue(textScript(`Springs. ${'They are high. '.repeat(200)}`))
    await person.say('And springs?')
    await person.reads('Springs.')
    await person.rests()
    story.server().enqueue(
      { status: 400, body: { error: { code: 'context_length_exceeded', message: words } } },
      {
        steps: [
          { do: 'wait', gate },
          { do: 'text', text: 'All of the tide.' },
          { do: 'finish', reason: 'stop' },
        ],
      },
      textScript('They come at new moon.'),
    )
    await person.say('When?')
    await person.page.getByText('Summarising earlier messages').waitFor()
    gate.open()
    await person.reads('They come at new moon.')
    await person.rests()
    expect(bodies().at(-1)).toContain('All of the tide.')
  })
})
