import { beforeAll, describe, expect, it } from 'vitest'
import { chooseTheme, inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { stepsOf } from '../support/hosts/rule-host.ts'
import { createGate, textScript } from '../support/models/model-script.ts'

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
  await person.page.getByRole('list', { name: 'Attachments' }).waitFor()
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

describe('a picture of an answer or a message', () => {
  const large = (name: string) => person.page.getByRole('dialog', { name })
  const enlarge = (name: string) => person.page.getByRole('button', { name: `Enlarge ${name}` }).last()
  const zoom = (name: string) => large(name).getByRole('status', { name: 'Zoom' })
  const page = () => person.page

  it('is enlarged, sized and closed with keys, and gives the focus back', async () => {
    await enlarge('dot.png').focus()
    await page().keyboard.press('Enter')
    await large('dot.png').waitFor()
    expect(await zoom('dot.png').textContent()).toBe('Fit')
    await page().keyboard.press('+')
    await expect.poll(() => zoom('dot.png').textContent()).toBe('150 %')
    await page().keyboard.press('1')
    await expect.poll(() => zoom('dot.png').textContent()).toBe('100 %')
    await page().keyboard.press('0')
    await expect.poll(() => zoom('dot.png').textContent()).toBe('Fit')
    await inStoryLooks(story.desktop(), 'lightbox.picture')
    await page().keyboard.press('Escape')
    await large('dot.png').waitFor({ state: 'detached' })
    await expect
      .poll(() => page().evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Enlarge dot.png')
  })

  it('is a diagram in the colours of the theme, which is enlarged as well', async () => {
    story.server().enqueue(textScript('```mermaid\ngraph LR\n  Moon -->|pulls| Tide\n```\n\nSo it goes.'))
    await chooseTheme(page(), 'light')
    await send('Draw it.')
    await person.reads('So it goes.')
    await enlarge('Diagram').waitFor()
    const address = () => enlarge('Diagram').locator('img').getAttribute('src')
    const light = await address()
    await chooseTheme(page(), 'dark')
    await expect.poll(address).not.toBe(light)
    await enlarge('Diagram').click()
    await large('Diagram').getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => zoom('Diagram').textContent()).not.toBe('Fit')
    await large('Diagram').getByRole('button', { name: 'Fit to window' }).click()
    await inStoryLooks(story.desktop(), 'lightbox.diagram')
    await page().keyboard.press('Escape')
    await large('Diagram').waitFor({ state: 'detached' })
    await inStoryLooks(story.desktop(), 'diagram')
  })
})
