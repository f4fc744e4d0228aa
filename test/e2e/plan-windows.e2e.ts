import { expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { secondWindow } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ inOrder: true, withModel: true })
const PLAN = { goal: 'Mend the tide clock', steps: ['Look at the sums', 'Change them', 'Celebrate'] }

const dialogOf = ({ page }: Person) => page.getByRole('dialog', { name: 'Change the plan' })
const field = (person: Person, name: string) => dialogOf(person).getByRole('textbox', { name, exact: true })
const stepsOf = ({ page }: Person) =>
  page.getByRole('complementary').getByRole('list', { name: 'Plan' }).getByRole('listitem').allInnerTexts()
const keep = (person: Person) => person.button('Save changes', dialogOf(person))
const like = (...words: readonly RegExp[]) => words.map((word) => expect.stringMatching(word))

it('two windows that change one plan at once: the second is told, and loses nothing it has typed', async () => {
  const first = personAt((await story.start()).page)
  await first.addProject(story.project)
  story.server().enqueue({ steps: [{ do: 'text', text: 'I am' }, { do: 'hang' }] })
  await first.say(`/goal ${JSON.stringify(PLAN)}`)
  await first.reads('I am')
  const second = personAt(await secondWindow(story.desktop().app))
  await second.sessions.getByRole('button').first().click()
  await second.reads('I am')

  for (const person of [first, second]) {
    await person.button('Change the plan').click()
    await dialogOf(person).waitFor()
  }
  await field(first, 'Step 3').fill('Celebrate twice')
  await field(second, 'Step 2').fill('Change one of them')
  await keep(first).click()
  await dialogOf(first).waitFor({ state: 'hidden' })

  await dialogOf(second).getByText('changed elsewhere').waitFor()
  expect(await keep(second).isDisabled()).toBe(true)
  expect(await field(second, 'Step 2').inputValue()).toBe('Change one of them')
  await expect.poll(() => stepsOf(first)).toEqual(like(/Look/, /Change them/, /Celebrate twice/))

  await second.button('Load the current plan', dialogOf(second)).click()
  expect(await field(second, 'Step 3').inputValue()).toBe('Celebrate twice')
  await field(second, 'Step 2').fill('Change one of them')
  await keep(second).click()
  await dialogOf(second).waitFor({ state: 'hidden' })
  for (const person of [first, second]) {
    await expect.poll(() => stepsOf(person)).toEqual(like(/Look/, /Change one/, /Celebrate twice/))
  }
  await first.stop.click()
  await first.rests()
})
