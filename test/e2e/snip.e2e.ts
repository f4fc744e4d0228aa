import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

const newest = () => JSON.stringify(story.server().requests.at(-1)?.body)
const inspector = () => person.page.getByRole('complementary', { name: 'Inspector' })
const out = () =>
  person.conversation.getByText('Excluded: the model does not read this message and its answer')
const list = () => inspector().getByRole('list', { name: 'Excluded from context' })

const edge = (selector: string, side: 'top' | 'bottom') =>
  person.page.evaluate(
    ([of, which]) => document.querySelector(of)?.getBoundingClientRect()[which] ?? Number.NaN,
    [selector, side] as const,
  )
const topOf = (selector: string) => edge(selector, 'top')
const lowestOf = (selector: string) => edge(selector, 'bottom')

async function asks(question: string, answer: string): Promise<void> {
  story.server().enqueue(textScript(answer))
  await person.say(question)
  await person.reads(answer)
  await person.rests()
}

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  await asks('Which stars are near?', 'Proxima is nearest.')
  await asks('How high is the tide?', 'Up to six metres.')
  await asks('And the moon?', 'It is round.')
})

describe('an exchange that is left out of the context', () => {
  it('is left out with the keyboard alone, and the next request goes without it', async () => {
    const button = person.conversation.getByRole('button', { name: 'Exclude from context' }).nth(1)
    await button.focus()
    await person.page.keyboard.press('Enter')
    await out().waitFor()
    await list().getByText('How high is the tide?').waitFor()
    await inStoryLooks(story.desktop(), 'snip.out')
    expect(await lowestOf('[role=alert]')).toBeLessThanOrEqual(await topOf('form[aria-label=Composer]'))
    await asks('What else?', 'Nothing else.')
    expect(newest()).toContain('Proxima is nearest.')
    expect(newest()).toContain('It is round.')
    expect(newest()).not.toContain('How high is the tide?')
    expect(newest()).not.toContain('Up to six metres.')
  })

  it('cannot be what was asked last', async () => {
    const buttons = person.conversation.getByRole('button', { name: 'Exclude from context' })
    expect(await buttons.last().isDisabled()).toBe(true)
  })

  it('is still left out after a restart, is shown as ever, and is read again once it is put back', async () => {
    await story.desktop().quit()
    person = personAt((await story.start()).page)
    await out().waitFor()
    await person.reads('Up to six metres.')
    await asks('Once more?', 'Still nothing.')
    expect(newest()).not.toContain('Up to six metres.')
    await list().getByRole('button', { name: 'Include in context' }).click()
    await out().waitFor({ state: 'hidden' })
    await list().waitFor({ state: 'hidden' })
    await asks('And now?', 'Now I see.')
    expect(newest()).toContain('Up to six metres.')
  })

  it('comes back with Undo of the word that tells of it', async () => {
    await person.conversation.getByRole('button', { name: 'Exclude from context' }).first().focus()
    await person.page.keyboard.press('Enter')
    await out().waitFor()
    await person.page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await out().waitFor({ state: 'hidden' })
  })
})
