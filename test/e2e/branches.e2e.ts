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
})

const group = () => person.conversation.getByRole('group', { name: 'Branches' })
const words = async () => {
  const texts = await person.conversation.getByRole('article').allTextContents()
  return texts.map((text) => text.replace(/\d+\/\d+Branch \d+ of \d+/, '').trim())
}

describe('a conversation with more than one way', () => {
  it('sends an early message again in other words, and keeps the first way', async () => {
    story.server().enqueue(textScript('Twice a day.'), textScript('Up to six metres.'))
    await person.say('How often is the tide?')
    await person.reads('Twice a day.')
    await person.rests()
    await person.say('How high is it?')
    await person.reads('Up to six metres.')
    await person.rests()

    const first = person.entries('You').first()
    await first.hover()
    await person.button('Edit and send again').first().click()
    const box = person.page.getByRole('textbox', { name: 'Edit and send again' })
    await expect.poll(() => box.inputValue()).toBe('How often is the tide?')
    story.server().enqueue(textScript('The moon makes it.'))
    await box.fill('What makes the tide?')
    await inStoryLooks(story.desktop(), 'branches.edit')
    await box.press('Enter')
    await person.reads('The moon makes it.')
    await person.rests()
    await expect.poll(() => words()).toEqual(['What makes the tide?', 'The moon makes it.'])
    const { body } = story.server().requests.at(-1) ?? {}
    expect(JSON.stringify(body)).not.toContain('six metres')
  })

  it('goes from one way to the other and back, with the keyboard', async () => {
    await group().getByText('2/2').waitFor()
    await person.button('Previous branch').focus()
    await person.page.keyboard.press('Enter')
    await person.reads('Up to six metres.')
    expect(await words()).toEqual([
      'How often is the tide?',
      'Twice a day.',
      'How high is it?',
      'Up to six metres.',
    ])
    await inStoryLooks(story.desktop(), 'branches.picker')
    await person.button('Next branch').click()
    await person.reads('The moon makes it.')
  })

  it('asks for another answer, and goes back to an earlier one with a way to undo it', async () => {
    story.server().enqueue(textScript('The moon and the sun make it.'))
    await person.entries('Assistant').first().hover()
    await person.button('Answer again').first().click()
    await person.reads('The moon and the sun make it.')
    await person.rests()
    story.server().enqueue(textScript('Because it is near.'))
    await person.say('Why the moon?')
    await person.reads('Because it is near.')
    await person.rests()

    await person.entries('Assistant').first().hover()
    await person.button('Rewind to here').first().click()
    await person.conversation.getByText('Because it is near.').waitFor({ state: 'hidden' })
    await person.button('Undo').click()
    await person.reads('Because it is near.')
  })

  it('shows where one has gone back to what came after, also after a restart, until something else is said', async () => {
    await person.entries('Assistant').first().hover()
    await person.button('Rewind to here').first().click()
    await person.conversation.getByText('2 later messages').waitFor()
    await story.desktop().quit()

    person = personAt((await story.start()).page)
    await person.button('Go forward', person.conversation).focus()
    await person.page.keyboard.press('Enter')
    await person.reads('Because it is near.')
    await person.button('Go forward').waitFor({ state: 'hidden' })

    await person.entries('Assistant').first().hover()
    await person.button('Rewind to here').first().click()
    await person.button('Go forward').waitFor()
    story.server().enqueue(textScript('It is heavy.'))
    await person.say('Why the sun?')
    await person.reads('It is heavy.')
    await person.rests()
    await person.button('Go forward').waitFor({ state: 'hidden' })
    await person.entries('You').last().getByText('Why the sun?').waitFor()
    await person.button('Previous branch').last().click()
    await person.reads('Because it is near.')
  })

  it('is the same after the app was killed in the middle of an answer, which then goes on', async () => {
    const gate = createGate()
    story.server().enqueue({
      steps: [
        { do: 'text', text: 'Neap tides come ' },
        { do: 'wait', gate },
        { do: 'finish', reason: 'stop' },
      ],
    })
    await person.say('And neap tides?')
    await person.reads('Neap tides come')
    await story.desktop().kill()
    gate.open()

    person = personAt((await story.start()).page)
    await person.reads('And neap tides?')
    await expect.poll(() => words()).toContain('The moon and the sun make it.')
    story.server().enqueue(textScript('They come at half moon.'))
    await person.button('Continue').click()
    await person.reads('They come at half moon.')
    await person.rests()
    await person.button('Previous branch').first().click()
    await person.reads('Up to six metres.')
  })
})
