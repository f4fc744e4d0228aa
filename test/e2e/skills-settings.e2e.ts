import { beforeAll, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop-person.ts'
import { tellStory } from '../support/desktop-story.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

async function openSection(name: string): Promise<void> {
  const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
  await sections.getByRole('button', { name, exact: true }).click()
}

beforeAll(async () => {
  story.write(
    'home/skills/soundings/SKILL.md',
    '---\ndescription: How to read a chart.\nneeds: [read]\n---\n\nRead it.\n',
  )
  story.write('home/skills/broken/SKILL.md', '---\ndescription: ""\n---\n\nNothing.\n')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  await person.goTo('Settings')
})

it('lists the skills with where they come from, and what keeps a file from being one', async () => {
  const { page } = person
  await openSection('Skills')
  const mine = page.getByRole('region', { name: 'Yours, and of the open project' })
  await mine.getByText('How to read a chart.').waitFor()
  await mine.getByText('needs read').waitFor()
  await page.getByRole('region', { name: 'Cannot be used' }).getByText('broken', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Open the file of broken' }).waitFor()
})

it('sees a file that was put right', async () => {
  story.write('home/skills/broken/SKILL.md', '---\ndescription: Mends nets.\n---\n\nMend.\n')
  await person.page.getByText('Mends nets.').waitFor()
  expect(await person.page.getByRole('region', { name: 'Cannot be used' }).count()).toBe(0)
})

it('says of servers and extensions what there is, and what there is not yet', async () => {
  await openSection('MCP servers')
  await person.page.getByRole('heading', { name: 'Orrery does not speak to MCP servers yet' }).waitFor()
  await openSection('Extensions')
  await person.button('Show').first().click()
  await person.page.getByRole('heading', { name: 'Skills', level: 2 }).waitFor()
})
