import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ inOrder: true })
const within = { timeout: PATIENCE_MS }
const folder = join(story.person, 'many files')
/** So many that nobody who presses Stop at once comes too late. */
const FILES = 3_000
let person: Person

const work = () => person.page.getByRole('region', { name: 'Watched folders' })
const isKept = () => work().getByText('Stopped. Pages read so far are kept.')

/** How many pages there are, as the list of places says it. */
const count = async (): Promise<number> => {
  const place = person.page.getByRole('option', { name: /^Knowledge pages/ })
  return Number(/\d+$/.exec(((await place.textContent()) ?? '').replaceAll(',', '').trim())?.[0] ?? '0')
}

beforeAll(async () => {
  mkdirSync(folder)
  for (let n = 1; n <= FILES; n += 1) writeFileSync(join(folder, `${n}.md`), `# Page ${n}\n\nIts words.\n`)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  await person.goTo('Memory')
  await person.page.getByRole('option', { name: /^Knowledge pages/ }).click()
})

describe('a large folder', () => {
  it('is stopped in the middle, with what was read kept', async () => {
    await person.button('More', person.page.getByRole('region', { name: 'Knowledge pages' })).click()
    await person.page.getByRole('menuitem', { name: /^Import a folder/ }).click()
    await person.path.fill(folder)
    await person.button('Open this folder', person.browser).click()
    await work()
      .getByText(`of ${FILES.toLocaleString('en')} files`)
      .waitFor()
    await person.button('Stop', work()).click()
    await isKept().waitFor()
    await inStoryLooks(story.desktop(), 'pages.stopped')
    expect(await count()).toBeLessThan(FILES)
  })

  it('is read to its end when it is asked for again, and keeps its pages when it is gone', async () => {
    await person.button('Read again', work()).click()
    await inStoryLooks(story.desktop(), 'pages.reading')
    await expect.poll(count, { timeout: 60_000 }).toBe(FILES)
    rmSync(folder, { recursive: true })
    await work().getByText('The folder is missing or empty. Its pages are kept.').waitFor()
    await expect.poll(count, within).toBe(FILES)
  })
})
