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

const list = () => person.page.getByRole('listbox', { name: 'Files, agents and resources' })

it('offers files and agents behind an @, and sends what one sees', async () => {
  await person.message.fill('Look at ')
  await person.message.press('End')
  await person.message.pressSequentially('@')
  await list().getByRole('option').first().waitFor()
  await person.message.pressSequentially('rea')
  const wanted = list().getByRole('option', { name: /README\.md/ })
  await expect.poll(() => wanted.getAttribute('aria-selected')).toBe('true')
  await inStoryLooks(story.desktop(), 'mentions')
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

it('offers them while a message is put in other words, where Escape closes the list before the box', async () => {
  await person.message.fill('')
  await person.entries('You').first().hover()
  await person.button('Edit and send again').first().click()
  const box = person.page.getByRole('textbox', { name: 'Edit and send again' })
  await expect.poll(() => box.inputValue()).toContain('@README.md')
  await box.press('Control+a')
  await box.pressSequentially('And @expl')
  const found = list().getByRole('option', { name: /@explore/ })
  await found.waitFor()
  await inStoryLooks(story.desktop(), 'mentions.edit')
  await box.press('Escape')
  await list().waitFor({ state: 'hidden' })
  expect(await box.inputValue()).toBe('And @expl')
  await box.press('Backspace')
  await found.waitFor()
  await box.press('Enter')
  await expect.poll(() => box.inputValue()).toBe('And @explore ')
  story.server().enqueue(textScript('It looks around.'))
  await box.press('Enter')
  await person.reads('It looks around.')
  await person.rests()
})

it('offers them to who speaks to an agent of the chat', async () => {
  const task = { title: 'Clock', prompt: 'Look at the clock.', agent: 'general' }
  story
    .server()
    .enqueue(callScript([{ name: 'agent', args: task }]), textScript('It ticks.'), textScript('All is well.'))
  await person.say('Let somebody look.')
  await person.reads('All is well.')
  await person.rests()
  await person.button('Open the conversation of “Clock”').click()
  await person.page.getByRole('navigation', { name: 'Current agent' }).waitFor()
  await person.message.pressSequentially('Read @rea')
  const wanted = list().getByRole('option', { name: /README\.md/ })
  await expect.poll(() => wanted.getAttribute('aria-selected')).toBe('true')
  await inStoryLooks(story.desktop(), 'mentions.agent')
  await person.message.press('Tab')
  await expect.poll(() => person.message.inputValue()).toBe('Read @README.md ')
  story.server().enqueue(textScript('It says so.'), textScript('Good.'))
  await person.message.press('Enter')
  await person.reads('It says so.')
})
