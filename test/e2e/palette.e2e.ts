import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ inOrder: true })
let person: Person

const palette = () => person.page.getByRole('dialog', { name: 'Search or run' })
const press = (key: string) => person.page.keyboard.press(key)
const chosen = (name: string | RegExp) =>
  palette().getByRole('option', { name }).and(palette().locator('[aria-selected=true]')).waitFor()
const message = () => person.message.inputValue()

async function open(query: string): Promise<void> {
  await press('Control+K')
  await palette().waitFor()
  await person.page.keyboard.insertText(query)
}

beforeAll(async () => {
  await writeFile(join(story.project, 'almanac.txt'), 'tides\n')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  await person.message.waitFor()
})

describe('the signs of the palette', () => {
  it('find a file, which is named in the message that is being written', async () => {
    await open('@alman')
    await chosen(/almanac\.txt/)
    await press('Enter')
    await expect.poll(message).toBe('@almanac.txt ')
    await expect.poll(() => person.message.evaluate((box) => box === document.activeElement)).toBe(true)
  })

  it('find a command, which stands before what is written', async () => {
    await open('/compact')
    await chosen(/\/compact/)
    await press('Enter')
    await expect.poll(message).toBe('/compact @almanac.txt ')
  })

  it('find actions and nothing else, and runs, of which there are none', async () => {
    await open('>theme')
    await chosen(/theme/)
    expect(
      await palette()
        .getByRole('option', { name: /almanac/ })
        .count(),
    ).toBe(0)
    await press('Control+A')
    await person.page.keyboard.insertText('#')
    await palette().getByText('Nothing of this type yet.').waitFor()
    await press('Escape')
    await palette().waitFor({ state: 'hidden' })
  })

  it('are not needed: a name finds files as well', async () => {
    await open('almanac')
    await palette()
      .getByRole('option', { name: /almanac\.txt/ })
      .waitFor()
    await press('Escape')
  })

  it('say why files could not be looked for', async () => {
    const away = `${story.project} away`
    await rename(story.project, away)
    await open('@almanac')
    await palette()
      .getByText(/^The folder of .* is missing/)
      .waitFor()
    await inStoryLooks(story.desktop(), 'palette.problem')
    await press('Escape')
    await palette().waitFor({ state: 'hidden' })
  })
})
