import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript } from '../support/models/model-script.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'

const within = { timeout: PATIENCE_MS }
const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)
const source = (changed: Readonly<Record<number, string>>) =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join('\n')}\n`
/** Changes lines of the file, by their numbers. */
const change = (changed: Readonly<Record<number, string>>) => {
  const edits = Object.entries(changed).map(([line, text]) => `${line}s/.*/${text}/`)
  return callScript([{ name: 'bash', args: { command: `sed -i '${edits.join(';')}' tide.txt` } }])
}
// The notice about the worktree is the newest message of the first request.
const RULES: AnswerRules = [
  ['orrery/improve-the-tide-a', () => change({ 2: 'calm', 15: 'moon' })],
  ['orrery/improve-the-tide-b', () => change({ 2: 'bold', 28: 'spring tide' })],
  ['orrery/improve-the-tide-c', () => change({ 2: 'bolder', 28: 'spring tide' })],
]
const story = tellStory({ inOrder: true, server: { respond: byNewestWords(RULES, 'The tide is better.') } })
let person: Person
const git = (...args: string[]) =>
  execFileSync('git', ['-C', story.project, ...args], { encoding: 'utf8' }).trim()
const tide = () => readFileSync(join(story.project, 'tide.txt'), 'utf8')
const cell = (row: string, at: number) =>
  person.page
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .getByRole('cell')
    .nth(at)

beforeAll(async () => {
  story.write('person/my code/潮汐 tide/tide.txt', source({}))
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Person')
  git('config', 'user.email', 'person@example.org')
  git('add', '.')
  git('commit', '-qm', 'first')
  const { baseUrl } = story.server()
  story.write('home/config.toml', `permissionMode = "bypass"\n${modelLines(baseUrl)}`)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

it('runs a task twice, with a check in each worktree', async () => {
  const { page } = person
  await person.say('/attempts')
  await person.button('New attempts').first().click()
  await page.getByRole('textbox', { name: 'Task' }).fill('Improve the tide')
  await page.getByRole('textbox', { name: 'Instructions for attempt B' }).fill('Be bold')
  await page.getByRole('textbox', { name: 'Check command' }).fill('grep -q "spring tide" tide.txt')
  await inStoryLooks(story.desktop(), 'attempts.new')
  await person.button('Start 2 attempts').click()
  await cell('State', 0).getByText('Done').waitFor(within)
  await cell('State', 1).getByText('Done').waitFor(within)
  await cell('Check', 0).getByText('Failed').waitFor(within)
  await cell('Check', 1).getByText('Passed').waitFor(within)
  await cell('Size', 0).getByText('in 1 file').waitFor()
  expect(tide()).toBe(source({}))
})

it('names a conflict, composes hunks of both, checks them and applies them', async () => {
  const { page } = person
  const box = (name: RegExp) => page.getByRole('checkbox', { name })
  await box(/^Pick tide\.txt :1 from attempt A/).click()
  await box(/^Pick tide\.txt :1 from attempt B/).click()
  await person.button('Compose and check').click()
  await page.getByText('A, B change the same lines of tide.txt', { exact: false }).waitFor()
  await box(/^Pick tide\.txt :1 from attempt B/).click()
  await box(/^Pick tide\.txt line 24 from attempt B/).click()
  await person.button('Compose and check').click()
  const result = page.getByRole('region', { name: 'Composed result' })
  await result.getByText('Passed').waitFor(within)
  await inStoryLooks(story.desktop(), 'attempts.pick')
  expect(tide()).toBe(source({}))
  await person.button('Apply pick').click()
  await expect.poll(tide).toBe(source({ 2: 'calm', 28: 'spring tide' }))
  await person.button('Undo', page.getByRole('alert').last()).click()
  await expect.poll(tide).toBe(source({}))
})

it('keeps everything over a kill, says what was deleted by hand, and asks before it removes work', async () => {
  await story.desktop().kill()
  const [, gone = ''] = git('worktree', 'list', '--porcelain')
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .map((line) => line.slice('worktree '.length))
  rmSync(gone, { recursive: true })
  person = personAt((await story.start()).page)
  const { page } = person
  await person.say('/attempts')
  await cell('Size', 0).getByText('Folder deleted').waitFor(within)
  await cell('Check', 1).getByText('Passed').waitFor()
  await page.getByRole('region', { name: 'Composed result' }).getByText('Passed').waitFor()
  await person.button('Remove the worktree of attempt B').click()
  await page.getByText('1 uncommitted file will be deleted for good.').waitFor()
  await person.button('Remove worktree').click()
  await cell('Size', 1).getByText('Worktree removed').waitFor(within)
})

it('adds a third attempt to the set, which starts from the same commit', async () => {
  const { page } = person
  await person.button('Add attempt').click()
  await page.getByRole('textbox', { name: 'Instructions for attempt C' }).fill('Be bold')
  await inStoryLooks(story.desktop(), 'attempts.add')
  await person.button('Start attempt C').click()
  await cell('State', 2).getByText('Done').waitFor(within)
  await cell('Check', 2).getByText('Passed').waitFor(within)
  expect(tide()).toBe(source({}))
})
