import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { keysAt } from '../support/desktop/desktop-keys.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

/** Keeps files from being opened outside of the app, and returns which would have been. */
async function openedPaths(): Promise<() => Promise<readonly string[]>> {
  const paths = await story.desktop().app.evaluateHandle(({ shell }) => {
    const seen: string[] = []
    shell.openPath = async (path) => {
      seen.push(path)
      return ''
    }
    return seen
  })
  return () => paths.jsonValue()
}

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
  const mine = page.getByRole('region', { name: 'Yours and the open project’s' })
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

it('makes a skill of what the person writes, and opens its file', async () => {
  const opened = await openedPaths()
  await person.button('New skill').click()
  const form = person.page.getByRole('form', { name: 'New skill' })
  const make = person.button('Create and open', form)
  await form.getByLabel('Name').fill('Read Charts')
  await form.getByText('Saved as read-charts').waitFor()
  await form.getByLabel('Description').fill('How to read "charts".')
  expect(await make.isDisabled()).toBe(true)
  await form.getByLabel('Instructions').fill('Read them twice.')
  await make.click()
  await person.page.getByText('How to read "charts".').waitFor()
  await form.waitFor({ state: 'detached' })
  const file = join(story.home, 'skills', 'read-charts', 'SKILL.md')
  expect(readFileSync(file, 'utf8')).toBe(
    '---\ndescription: "How to read \\"charts\\"."\n---\n\nRead them twice.\n',
  )
  expect(await opened()).toEqual([file])
})

it('makes a hook by keyboard, and says when its name is taken', async () => {
  await openSection('Hooks')
  const opened = await openedPaths()
  const keys = keysAt(person.page)
  for (const round of ['first', 'second']) {
    await person.button('New hook').focus()
    await keys.press('Enter')
    await keys.focusIs('Name')
    await keys.type('note-runs')
    await keys.pressUntil('Tab', /^Command/)
    await keys.type(`echo ${round}`)
    await keys.press('Enter')
  }
  const form = person.page.getByRole('form', { name: 'New hook' })
  await form.getByText('There is a file named note-runs here already.').waitFor()
  await keys.press('Escape')
  await form.waitFor({ state: 'detached' })
  await person.page.getByText('echo first').waitFor()
  const file = join(story.home, 'hooks', 'note-runs.toml')
  expect(readFileSync(file, 'utf8')).toContain('command = "echo first"')
  expect(await opened()).toEqual([file])
})

it('says that there are no servers yet, and leads from extensions to what can be added', async () => {
  await openSection('MCP servers')
  await person.page.getByText('No MCP servers').waitFor()
  await openSection('Extensions')
  await person.button('Show').first().click()
  await person.page.getByRole('heading', { name: 'Skills', level: 2 }).waitFor()
})
