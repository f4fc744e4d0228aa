import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import { readDatabase } from '../support/desktop/desktop-database.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { openSearchRig } from '../support/rigs/knowledge/search-rig.ts'

const story = tellStory({ inOrder: true })
/** More than a window loads at first. */
const ROUNDS = 150
let person: Person

const inspector = () => person.page.getByRole('complementary', { name: 'Inspector' })
const list = () => inspector().getByRole('list', { name: 'Excluded from context' })
const marked = (text: string) => person.conversation.locator('[data-snipped]', { hasText: text })

async function find(words: string, text: string): Promise<void> {
  await person.page.keyboard.press('Control+Shift+F')
  await person.page.keyboard.type(words)
  await person.page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor()
  await person.page.keyboard.press('Enter')
  await person.reads(text)
}

beforeAll(async () => {
  const first = await story.start()
  await personAt(first.page).addProject(story.project)
  await first.quit()
  const [project] = readDatabase<{ id: ProjectId }>(story.home, 'SELECT id FROM projects')
  if (project === undefined) throw new Error('The project was not stored.')
  const rig = openSearchRig(join(story.home, 'data'))
  const long = rig.chat('A long talk', project.id)
  rig.user(long, 'Which wrecks are charted?')
  // One exchange that is only in part among what a window loads.
  for (let round = 0; round < 60; round += 1) rig.answer(long, `Chart ${round} shows nothing.`)
  rig.answer(long, 'A barquentine lies off the point.')
  for (let round = 0; round < ROUNDS; round += 1) rig.answer(long, `Sheet ${round} shows sand.`)
  for (let round = 0; round < 20; round += 1) {
    rig.user(long, `Question ${round} about the moon?`)
    rig.answer(long, `Answer ${round}: it depends on the moon.`)
  }
  rig.close()
  person = personAt((await story.start()).page)
  await person.sessions.getByRole('button', { name: 'A long talk' }).first().click()
  await person.reads('Answer 19')
}, 120_000)

describe('an exchange far up that is left out', () => {
  it('is found by search, left out there, and told with what it saves', async () => {
    await find('wrecks are charted', 'Which wrecks are charted?')
    const button = person.conversation.getByRole('button', { name: 'Exclude from context' }).first()
    await button.focus()
    await person.page.keyboard.press('Enter')
    await list().getByText('Which wrecks are charted?').waitFor()
    await inspector()
      .getByText(/about [\d.]+k tokens less/)
      .waitFor()
  })

  it('is listed, and marked as far as it is loaded, when only its end was loaded', async () => {
    await person.page.reload()
    person = personAt(person.page)
    await person.reads('Answer 19')
    await list().getByText('Which wrecks are charted?').waitFor()
    await find('sheet 149 sand', 'Sheet 149 shows sand.')
    await marked('Sheet 149 shows sand.').waitFor()
    expect(await marked('Question 0 about the moon?').count()).toBe(0)
    await inStoryLooks(story.desktop(), 'snip.far-up')
  })

  it('is found and opened at its words, which say that they are left out and stand where others stand', async () => {
    await find('barquentine', 'A barquentine lies off the point.')
    const row = marked('A barquentine lies off the point.')
    await row.getByText('Excluded from context:').waitFor({ state: 'attached' })
    const left = await row.getByText('A barquentine').evaluate((at) => at.getBoundingClientRect().left)
    await find('depends on the moon answer 3', 'Answer 3')
    const other = person.conversation.getByText('Answer 3: it depends on the moon.')
    expect(await other.evaluate((at) => at.getBoundingClientRect().left)).toBe(left)
  })

  it('is put back from the list, wherever one reads', async () => {
    await list().getByRole('button', { name: 'Include in context' }).click()
    await list().waitFor({ state: 'hidden' })
    await find('sheet 149 sand', 'Sheet 149 shows sand.')
    expect(await marked('Sheet 149 shows sand.').count()).toBe(0)
  })
})
