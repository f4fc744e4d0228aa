import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
const REFUSED = { status: 401, body: { error: { message: 'Who are you?' } } }
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const goOn = () => person.button('Continue', person.conversation)
const questions = () => person.entries('You').count()

describe('a chat with something that has no answer', () => {
  it('is gone on with once the model can be reached, beside the way to the settings', async () => {
    story.server().enqueue(REFUSED)
    await person.say('How often is the tide?')
    await person.button('Open settings', person.conversation).waitFor()
    await inStoryLooks(story.desktop(), 'go-on.key')
    story.server().enqueue(textScript('Twice a day.'))
    await goOn().click()
    await person.reads('Twice a day.')
    await person.rests()
    expect(await questions()).toBe(1)
    await goOn().waitFor({ state: 'hidden' })
  })

  it('is a copy that ends with a question, also after a restart', async () => {
    await person.entries('You').first().hover()
    await person.button('New chat from here').first().click()
    await person.reads('No answer yet')
    await expect.poll(() => person.entries('Assistant').count()).toBe(0)
    await inStoryLooks(story.desktop(), 'go-on.copy')
    await story.desktop().quit()

    person = personAt((await story.start()).page)
    await person.reads('No answer yet')
    story.server().enqueue(REFUSED)
    await goOn().focus()
    await person.page.keyboard.press('Enter')
    await person.reads(/Who are you/)
    story.server().enqueue(textScript('About every twelve hours.'))
    await goOn().click()
    await person.reads('About every twelve hours.')
    await person.rests()
    expect(await questions()).toBe(1)
    expect(JSON.stringify(story.server().requests.at(-1)?.body).match(/How often is the tide/g)).toHaveLength(
      1,
    )
  })

  it('is work that broke off and was compacted then', async () => {
    story
      .server()
      .enqueue(
        textScript(`It rises. ${'And falls again. '.repeat(200)}`),
        callScript([{ name: 'list', args: { path: '.' } }], 'I look.'),
        REFUSED,
      )
    await person.say('Tell me more.')
    await person.reads('It rises.')
    await person.rests()
    await person.say('What is in the folder?')
    await person.reads(/Who are you/)
    // An earlier refusal reads the same.
    await person.entries('You').filter({ hasText: 'What is in the folder?' }).waitFor()
    await person.rests()
    const asked = await questions()
    story.server().enqueue(textScript('They spoke of the tide and listed the folder.'))
    await person.button('Compact').click()
    await person.button('Compact now').click()
    await person.reads(/Earlier messages were summarised/)
    story.server().enqueue(textScript('There is a README.'))
    await goOn().click()
    await person.reads('There is a README.')
    await person.rests()
    expect(await questions()).toBe(asked)
  })
})
