import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'

const story = tellStory({ inOrder: true })
let person: Person
const FILE = 'person/my code/潮汐 tide/src/depth.ts'
const LINES = Array.from({ length: 30 }, (_, at) => `export const depth${at + 1} = ${at}`)
const source = (changed: Readonly<Record<number, string>> = {}) =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join('\n')}\n`
const git = (...args: string[]) => execFileSync('git', ['-C', story.project, ...args], { encoding: 'utf8' })
const read = () => readFileSync(join(story.project, 'src/depth.ts'), 'utf8')
const unmerged = () => git('ls-files', '--unmerged')
const dialog = () => person.page.getByRole('dialog', { name: 'Resolve src/depth.ts' })
const result = () => dialog().getByRole('textbox', { name: 'Result' })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const openDialog = async () => {
  await person.page.keyboard.press('Control+Shift+G')
  await person.button('Resolve conflict').focus()
  await person.page.keyboard.press('Enter')
  await result().waitFor()
}

beforeAll(async () => {
  story.write(FILE, source())
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Person')
  git('config', 'user.email', 'person@example.org')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('switch', '-qc', 'topic')
  story.write(FILE, source({ 3: 'export const depth3 = 300', 20: 'export const depth20 = 2000' }))
  git('commit', '-qam', 'theirs')
  git('switch', '-q', 'main')
  story.write(FILE, source({ 3: 'export const depth3 = 33', 20: 'export const depth20 = 220' }))
  git('commit', '-qam', 'ours')
  expect(() => git('merge', '-q', 'topic')).toThrow()
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

it('shows a conflict in three versions and takes a side with the keyboard', async () => {
  await openDialog()
  await dialog().getByText('Conflict 1 of 2').waitFor()
  expect(await dialog().getByText('U+000A').count()).toBe(0)
  await dialog().getByRole('region', { name: 'Base' }).getByText('export const depth3 = 2').waitFor()
  await inStoryLooks(story.desktop(), 'conflicts.resolve')
  await button('Accept theirs').focus()
  await person.page.keyboard.press('Enter')
  await dialog().getByText('Conflict 1 of 1').waitFor()
  await expect.poll(() => result().inputValue()).toContain('depth3 = 300\nexport const depth4')
  expect(await button('Mark as resolved').isDisabled()).toBe(true)
})

it('keeps an unfinished result over a reload', async () => {
  const kept = await result().inputValue()
  await person.page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await person.page.reload()
  await openDialog()
  await expect.poll(() => result().inputValue()).toBe(kept)
})

it('marks the file as resolved, undoes that, and resolves it again', async () => {
  const before = read()
  await button('Accept both').click()
  await dialog().getByText('No conflicts left').waitFor()
  await result().focus()
  await person.page.keyboard.press('Control+End')
  await person.page.keyboard.type('// resolved')
  await button('Mark as resolved').click()
  await expect.poll(unmerged).toBe('')
  expect(read()).toContain('depth20 = 220\nexport const depth20 = 2000\n')
  expect(read()).toMatch(/\/\/ resolved$/)
  await person.button('Undo', person.page.getByRole('alert').last()).click()
  await expect.poll(unmerged).not.toBe('')
  await expect.poll(read).toBe(before)
  await openDialog()
  await button('Take our file').click()
  await expect.poll(unmerged).toBe('')
  expect(read()).toContain('depth3 = 33\n')
})
