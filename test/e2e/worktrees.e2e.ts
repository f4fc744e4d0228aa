import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
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
  await page.keyboard.press('Control+Shift+Backquote')
  const terminal = page.getByRole('region', { name: 'Terminal panel' })
  await terminal.getByRole('tab', { name: /orrery\/greeting/ }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.xterm') !== null)).toBe(true)
  await page.keyboard.type('echo hello > greeting.txt; exit')
  await page.keyboard.press('Enter')
  const folder = trees().at(-1) ?? ''
  await expect.poll(() => existsSync(join(folder, 'greeting.txt'))).toBe(true)
  await page.keyboard.press('Control+Backquote')
  await person.say('/worktree leave')
  await status().getByText('orrery/greeting').waitFor({ state: 'hidden' })
})

it('reviews, stages and commits inside a worktree, and leaves the project as it is', async () => {
  const { page } = person
  await page.keyboard.press('Control+Shift+G')
  const place = page.getByRole('combobox', { name: 'Folder under review' })
  await place.click()
  await page.getByRole('option', { name: 'orrery/greeting' }).click()
  await page.getByRole('treeitem', { name: 'greeting.txt U' }).waitFor()
  await inStoryLooks(story.desktop(), 'worktrees.changes')
  await person.button('Stage 1 file').click()
  await person.button(/^Commit 1 file/).waitFor()
  await page.getByRole('textbox', { name: 'Commit message' }).fill('greet')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => git('log', '-1', '--format=%s', 'orrery/greeting')).toBe('greet')
  expect(git('log', '-1', '--format=%s', 'main')).toBe('first')
  expect(existsSync(join(story.project, 'greeting.txt'))).toBe(false)
  await person.button('Open chat').click()
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
  await inStoryLooks(story.desktop(), 'worktrees.list')
  await person.button('Compare orrery/greeting').click()
  await page.getByRole('dialog').getByRole('region', { name: 'tides.md' }).waitFor()
  await inStoryLooks(story.desktop(), 'worktrees.compare')
  await page.keyboard.press('Escape')
  await person.button('Apply as patch: orrery/note-the-tides').click()
  await expect.poll(() => existsSync(join(story.project, 'tides.md'))).toBe(true)
  await person.button('Remove orrery/greeting').click()
  await person.button('Remove worktree').click()
  await expect.poll(() => trees().length).toBe(1)
  await person.button('Remove orrery/note-the-tides').click()
  await page.getByText('1 uncommitted file will be deleted for good.').waitFor()
  await inStoryLooks(story.desktop(), 'worktrees.remove')
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

it('gives a subagent a worktree, whose commit is merged while changes of the person stay', async () => {
  const { page } = person
  const notes = join(story.project, 'conductor.json')
  writeFileSync(notes, '{"scripts":{"setup":"npm install"}}')
  const args = { title: 'Moon phases', prompt: 'Write the moon phases.', isolation: 'worktree' }
  story
    .server()
    .enqueue(
      callScript([{ name: 'agent', args }]),
      callScript([{ name: 'write', args: { path: 'moon.md', content: '# Moon\n' } }]),
      callScript([{ name: 'bash', args: { command: 'git add moon.md && git commit -qm moon' } }]),
      textScript('The phases are committed.'),
      textScript('The agent has written the phases.'),
    )
  await page.keyboard.press('Control+N')
  await person.say('Have the moon phases written.')
  await page.getByRole('button', { name: /^Allow once/ }).click()
  await page.getByRole('alertdialog').getByText('git commit', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: /^Allow once/ }).click()
  await person.reads('The agent has written the phases.')
  expect(existsSync(join(story.project, 'moon.md'))).toBe(false)
  await palette('Show worktrees')
  await person.button('Merge orrery/moon-phases').click()
  await expect.poll(() => git('log', '-1', '--format=%s')).toBe('moon')
  expect(readFileSync(join(story.project, 'moon.md'), 'utf8')).toBe('# Moon\n')
  expect(readFileSync(notes, 'utf8')).toContain('npm install')
})
