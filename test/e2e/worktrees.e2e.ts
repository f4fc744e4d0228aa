import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { inTwoLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person
const git = (...args: string[]) =>
  execFileSync('git', ['-C', story.project, ...args], { encoding: 'utf8' }).trim()
/** The folders of the worktrees of the app, oldest first. */
const trees = () =>
  git('worktree', 'list', '--porcelain')
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .slice(1)
    .map((line) => line.slice('worktree '.length))
const status = () => person.page.getByRole('status', { name: 'Status' })
const palette = async (words: string) => {
  await status().getByText('Ask first').waitFor()
  await person.page.keyboard.press('Control+K')
  await person.page.getByRole('dialog').getByRole('combobox').waitFor()
  await person.page.keyboard.type(words)
  await person.page.getByRole('option', { name: words }).first().waitFor()
  await person.page.keyboard.press('Enter')
}

beforeAll(async () => {
  story.write('person/my code/潮汐 tide/.gitignore', 'node_modules/\n.env\n')
  story.write('person/my code/潮汐 tide/.env', 'TIDE=high\n')
  story.write('person/my code/潮汐 tide/node_modules/moon/index.js', 'module.exports = 1\n')
  story.write('person/my code/潮汐 tide/conductor.json', '{"scripts":{"setup":"npm ci"}}')
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Person')
  git('config', 'user.email', 'person@example.org')
  git('add', '.')
  git('commit', '-qm', 'first')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

it('opens a chat in a worktree, whose agent changes only the worktree', async () => {
  const { page } = person
  await palette('New chat in a worktree')
  await page.getByRole('textbox', { name: 'Name of the task' }).fill('Note the tides')
  await page.keyboard.press('Enter')
  await status().getByText('orrery/note-the-tides').waitFor()
  story
    .server()
    .enqueue(
      callScript([{ name: 'write', args: { path: 'tides.md', content: '# Tides\n' } }]),
      textScript('The tides are noted.'),
    )
  await person.say('Note the tides.')
  await page.getByRole('button', { name: /^Allow once/ }).click()
  await person.reads('The tides are noted.')
  const [tree = ''] = trees()
  expect(readFileSync(join(tree, 'tides.md'), 'utf8')).toBe('# Tides\n')
  expect(existsSync(join(story.project, 'tides.md'))).toBe(false)
  expect(readFileSync(join(tree, 'node_modules', 'moon', 'index.js'), 'utf8')).toContain('1')
  const request = JSON.stringify(story.server().requests.at(-1)?.body)
  expect(request).toContain('task-worktrees')
})

it('moves a chat into a worktree by command and back, and tells its agent', async () => {
  const { page } = person
  await page.keyboard.press('Control+N')
  story.server().enqueue(textScript('Hello.'))
  await person.say('Greet me.')
  await person.reads('Hello.')
  await person.say('/worktree greeting')
  await status().getByText('orrery/greeting').waitFor()
  story.server().enqueue(textScript('I am in the worktree.'))
  await person.say('Where are you?')
  await person.reads('I am in the worktree.')
  const request = JSON.stringify(story.server().requests.at(-1)?.body)
  expect(request).toContain('You work in a Git worktree of your own')
  expect(request).toContain('npm ci (conductor.json)')
  await person.say('/worktree leave')
  await status().getByText('orrery/greeting').waitFor({ state: 'hidden' })
})

it('lists worktrees with their state, also after a restart, and takes work back', async () => {
  await story.desktop().kill()
  person = personAt((await story.start()).page)
  const { page } = person
  await palette('Show worktrees')
  const row = page.getByRole('row', { name: /orrery\/note-the-tides/ })
  await row.getByText('1 changed file').waitFor()
  await page
    .getByRole('row', { name: /orrery\/greeting/ })
    .getByText('Clean')
    .waitFor()
  await inTwoLooks(story.desktop(), 'worktrees.list')
  await person.button('Apply as patch: orrery/note-the-tides').click()
  await expect.poll(() => existsSync(join(story.project, 'tides.md'))).toBe(true)
  await person.button('Remove orrery/greeting').click()
  await person.button('Remove worktree').click()
  await expect.poll(() => trees().length).toBe(1)
  await person.button('Remove orrery/note-the-tides').click()
  await page.getByText('1 uncommitted file will be deleted for good.').waitFor()
  await inTwoLooks(story.desktop(), 'worktrees.remove')
  await person.button('Cancel').click()
  expect(trees()).toHaveLength(1)
})

it('continues in the project once a worktree was deleted by hand', async () => {
  const { page } = person
  for (const tree of trees()) rmSync(tree, { recursive: true })
  await person.button('Note the tides.').click()
  story.server().enqueue(textScript('I am back in the project.'))
  await person.say('Where are you now?')
  await person.reads('I am back in the project.')
  expect(JSON.stringify(story.server().requests.at(-1)?.body)).toContain(
    'The folder of your worktree was deleted',
  )
  await status().getByText('orrery/note-the-tides').waitFor({ state: 'hidden' })
  await palette('Show worktrees')
  await page.getByText('Folder deleted').waitFor()
})
