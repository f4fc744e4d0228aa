import { beforeAll, expect, it } from 'vitest'
import { inEveryLook } from '../support/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop-person.ts'
import { tellStory } from '../support/desktop-story.ts'
import { textScript } from '../support/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const list = () => person.page.getByRole('listbox', { name: 'Files and agents' })

it('offers files and agents behind an @, and sends what one sees', async () => {
  await person.message.fill('Look at ')
  await person.message.press('End')
  await person.message.pressSequentially('@')
  await list().getByRole('option').first().waitFor()
  await person.message.pressSequentially('rea')
  const wanted = list().getByRole('option', { name: /README\.md/ })
  await expect.poll(() => wanted.getAttribute('aria-selected')).toBe('true')
  await inEveryLook(story.desktop(), 'mentions')
  await person.message.press('Enter')
  await list().waitFor({ state: 'hidden' })
  await expect.poll(() => person.message.inputValue()).toBe('Look at @README.md ')
  await person.message.pressSequentially('with @expl')
  await list()
    .getByRole('option', { name: /@explore/ })
    .waitFor()
  await person.message.press('Tab')
  await expect.poll(() => person.message.inputValue()).toBe('Look at @README.md with @explore ')
  story.server().enqueue(textScript('It is a clock.'))
  await person.message.press('Enter')
  await person.reads('It is a clock.')
  expect(await person.entries('You').last().textContent()).toContain('Look at @README.md with @explore')
})

it('is closed by Escape, and stays away from addresses', async () => {
  await person.rests()
  await person.message.fill('')
  await person.message.pressSequentially('@')
  await list().waitFor()
  await person.message.press('Escape')
  await list().waitFor({ state: 'hidden' })
  await person.message.fill('')
  await person.message.pressSequentially('me@rea')
  expect(await list().count()).toBe(0)
})
