import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop-person.ts'
import { tellStory } from '../support/desktop-story.ts'
import { createGate, textScript } from '../support/model-script.ts'
import { stepsOf } from '../support/rule-host.ts'

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const story = tellStory({ inOrder: true, withModel: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const attach = async (name: string) => {
  const file = { name, mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') }
  await person.page.setInputFiles('input[type=file]', file)
  await person.page.getByRole('list', { name: 'Attached pictures' }).waitFor()
}
const send = async (text: string) => {
  await person.message.fill(text)
  await person.page.keyboard.press('Enter')
}
const picturesSent = () => {
  const newest = story.server().requests.findLast(({ path }) => path.endsWith('completions'))
  return JSON.stringify(newest?.body).split(`data:image/png;base64,${DOT}`).length - 1
}
const queue = () => person.page.getByRole('list', { name: 'Queued messages' })

describe('a picture', () => {
  it('goes along with a message', async () => {
    story.server().enqueue(textScript('A dot.'))
    await attach('dot.png')
    await send('What is this?')
    await person.reads('A dot.')
    expect(picturesSent()).toBe(1)
  })

  it('that is attached and not sent is there again after a restart', async () => {
    await attach('dot.png')
    await person.message.fill('What is this?')
    await person.page.getByRole('button', { name: 'Remove dot.png' }).waitFor()
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await person.page.getByRole('button', { name: 'Remove dot.png' }).waitFor()
    expect(await person.message.inputValue()).toBe('What is this?')
    await person.page.getByRole('button', { name: 'Remove dot.png' }).click()
    await person.message.fill('')
  })

  it('waits in the queue with its message while a run goes on, and is sent after it', async () => {
    const gate = createGate()
    story.server().enqueue(
      {
        steps: [
          { do: 'text', text: 'High tide is' },
          { do: 'wait', gate },
          ...stepsOf(textScript(' at noon.')),
        ],
      },
      textScript('Another dot.'),
    )
    await person.rests()
    await send('When is the tide?')
    await person.reads('High tide is')
    await attach('second.png')
    await send('And this?')
    await queue().getByText('1 picture').waitFor()
    gate.open()
    await person.reads('Another dot.')
    await queue().waitFor({ state: 'hidden' })
    expect(picturesSent()).toBe(2)
  })
})
