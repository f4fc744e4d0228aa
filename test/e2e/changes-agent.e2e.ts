import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resizeTo } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { installGh } from '../support/disk/fake-gh.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { depthSource, tellOfChanges } from '../support/stories/changes-story.ts'

const LANGUAGE_SERVER = join(import.meta.dirname, '../support/hosts/language-server.mjs')
const changes = tellOfChanges()
const { story, git, write, read, list, hunk, newestRequest } = changes

it('tells the agent at the end of its turn what was rejected, and shows later edits alone', async () => {
  const person = changes.person()
  const { page } = person
  const { app } = story.desktop()
  await resizeTo(app, { width: 1440, height: 900 })
  const names = ['one', 'two', 'three', 'four', 'five']
  for (const name of names) write(`tide/${name}.ts`, depthSource())
  git('add', '.')
  git('commit', '-qm', 'five files')
  await person.say('/mode accept-edits')
  const edit = (name: string, from: string, to: string) => ({
    name: 'edit',
    args: { path: `tide/${name}.ts`, old_text: from, new_text: to },
  })
  const outside = join(story.folder, 'outside.txt')
  story
    .server()
    .enqueue(
      callScript(names.map((name) => ({ name: 'read', args: { path: `tide/${name}.ts` } }))),
      callScript(names.map((name) => edit(name, 'depth30 = 29', `depth30 = '${name}'`))),
      callScript([{ name: 'write', args: { path: outside, content: 'done' } }]),
      textScript('Five files are edited.'),
    )
  await person.say('Edit the five.')
  await person.approval.waitFor()
  await page.keyboard.press('Control+Shift+G')
  await page.getByRole('tab', { name: 'Last turn', exact: true }).focus()
  await page.keyboard.press('Enter')
  const of = (name: string) => hunk(`tide/${name}.ts, lines 27 to 33`)
  await of('five').focus()
  await page.keyboard.press('a')
  await of('five').getByText('Accepted').waitFor()
  await of('four').focus()
  await page.keyboard.press('a')
  await of('four').getByText('Accepted').waitFor()
  await of('one').focus()
  await page.keyboard.press('x')
  await of('one').getByText('Rejected').waitFor()
  await of('three').focus()
  await page.keyboard.press('c')
  await page.keyboard.type('A number, please.')
  await page.keyboard.press('Control+Enter')
  await inStoryLooks(story.desktop(), 'changes.turn')
  expect(read('tide/one.ts')).toContain("depth30 = 'one'")
  await person.button('Open chat').click()
  await person.approval.waitFor()
  // A press just after the card appears does not count.
  await expect.poll(() => person.allowOnce()).toBe(true)
  await person.reads('Five files are edited.')
  await expect.poll(() => read('tide/one.ts')).toBe(depthSource())
  story
    .server()
    .enqueue(
      callScript([edit('three', "'three'", '3'), edit('five', "'five'", '5')]),
      textScript('Numbers now.'),
    )
  await page.keyboard.press('Control+Shift+G')
  await person.button(/^Send 1 comment/).waitFor()
  await page.keyboard.press('Control+Shift+Enter')
  const isSent = (text: string) => newestRequest().includes(text)
  await expect.poll(() => isSent('A number, please.')).toBe(true)
  expect(isSent("tide/one.ts, line 30\\n  -export const depth30 = 'one'")).toBe(true)
  await expect.poll(() => read('tide/five.ts')).toContain('depth30 = 5')
  await page.getByRole('tab', { name: 'Since I approved', exact: true }).focus()
  await page.keyboard.press('Enter')
  await of('five').waitFor()
  await expect.poll(() => list().getByRole('group').count()).toBe(1)
  await list().getByText("export const depth30 = 'five'").waitFor()
  await inStoryLooks(story.desktop(), 'changes.approved')
  await of('five').focus()
  await page.keyboard.press('a')
  await page.getByText('Nothing changed since you approved').waitFor()
  await page.getByRole('tab', { name: 'Uncommitted', exact: true }).focus()
  await page.keyboard.press('Enter')
  await person.button('Stage all 4 files').focus()
  await page.keyboard.press('Enter')
  await person.button(/^Commit 4 files/).waitFor()
  const message = page.getByRole('textbox', { name: 'Commit message' })
  await message.fill('tide: name the depths')
  await message.press('Control+Enter')
  await expect.poll(() => git('log', '-1', '--format=%s').trim()).toBe('tide: name the depths')
  // The button is off until the window hears of the commit, and a key on it would be lost.
  await expect.poll(() => person.button('Push').isEnabled()).toBe(true)
  await person.button('Push').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => git('rev-parse', 'origin/main')).toBe(git('rev-parse', 'main'))
})

it('gives new problems of the project’s checks to the agent and lists them', async () => {
  const person = changes.person()
  const { page } = person
  const writing = (content: string) =>
    callScript([{ name: 'write', args: { path: 'src/lock.ts', content: `${content}\n` } }])
  await person.goTo('Chat')
  story
    .server()
    .enqueue(writing('export const lock: number = "deep"'), textScript('Added.'), textScript('It is meant.'))
  await person.say('Add the lock.')
  await person.reads('It is meant.')
  await page.getByText('The checks found a new problem after the edits, in src/lock.ts.').waitFor()
  const problem = 'src/lock.ts:1:14 error lock-type: a lock is a number'
  expect(newestRequest().includes(problem)).toBe(true)
  await page.keyboard.press('Control+Shift+G')
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems.getByRole('button', { name: /src\/lock.ts:1/ }).click()
  await list().getByText('export const lock: number').waitFor()
  await inStoryLooks(story.desktop(), 'changes.problems')
  await person.goTo('Chat')
  story.server().enqueue(writing('export const lock: number = 7'), textScript('A number now.'))
  await person.say('Make it a number.')
  await person.reads('A number now.')
  await page.keyboard.press('Control+Shift+G')
  await page.getByText('export const lock: number = 7').waitFor()
  await expect.poll(() => problems.count()).toBe(0)
})

it('asks a language server that the person switched on, once the changed checks are trusted', async () => {
  const person = changes.person()
  const { page } = person
  const writing = (content: string) =>
    callScript([{ name: 'write', args: { path: 'src/lock.ts', content: `${content}\n` } }])
  const server =
    '[diagnostics.servers.tide]\ncommand = "node"\nargs = ["server.mjs"]\nlanguages = ["typescript"]\n'
  write('server.mjs', readFileSync(LANGUAGE_SERVER, 'utf8'))
  write('.orrery/config.toml', `[[afterEdit]]\nglob = "*"\ncommand = "touch ran"\n\n${server}`)
  const openSection = async (name: string) => {
    await person.goTo('Settings')
    const sections = page.getByRole('navigation', { name: 'Settings sections' })
    await sections.getByRole('button', { name, exact: true }).click()
  }
  await person.goTo('Chat')
  story.server().enqueue(writing('export const lock = "bad"'), textScript('Bad.'))
  await person.say('Make it bad.')
  await person.reads('Bad.')
  expect(existsSync(join(story.project, 'ran'))).toBe(false)
  await openSection('Checks')
  await page.getByText('They do not run until you trust the project').waitFor()
  await openSection('Permissions')
  await page.getByRole('switch', { name: 'Trust 潮汐 tide' }).click()
  await page.getByText(/^Trusted: /).waitFor()
  await openSection('Checks')
  await page.getByRole('switch', { name: 'Run tide' }).click()
  await page.getByText('Starts with the next edit').waitFor()
  await person.goTo('Chat')
  story.server().enqueue(writing('export const lock = 9'), textScript('Nine.'))
  await person.say('Nine, please.')
  await person.reads('Nine.')
  story
    .server()
    .enqueue(writing('export const lock = "bad"'), textScript('Bad again.'), textScript('I know.'))
  await person.say('Bad again, please.')
  await person.reads('I know.')
  const problem = 'src/lock.ts:1:22 error no-bad:'
  expect(newestRequest().includes(problem)).toBe(true)
  await openSection('Checks')
  await page.getByText('Running', { exact: true }).waitFor()
  await inStoryLooks(story.desktop(), 'settings.checks')
  await openSection('Access')
  const servers = page.getByRole('region', { name: 'Language servers' })
  await servers.getByText(/^Opened by you, /).waitFor()
  await inStoryLooks(story.desktop(), 'settings.access')
  await person.button('Close tide', servers).click()
  await page.getByText('tide was closed.').waitFor()
  await servers.waitFor({ state: 'hidden' })
  await openSection('Checks')
  await page.getByRole('switch', { name: 'Run tide', checked: false }).waitFor()
})

it('creates a pull request, shows its checks, hands its comments to the agent and merges it', async () => {
  const person = changes.person()
  const { page } = person
  const gh = installGh(join(story.folder, 'bin'))
  // The settings of the project stay, since other ones would have to be trusted again.
  git('stash', '-qu', '--', '.', ':!.orrery')
  git('switch', '-qc', 'deeper')
  git('remote', 'set-url', 'origin', 'https://github.com/tide/tables.git')
  git('config', 'remote.origin.pushurl', join(story.folder, 'remote.git'))
  git('push', '-qf', 'origin', 'HEAD~1:refs/heads/main')
  await page.keyboard.press('Control+Shift+G')
  await person.button('Pull request').click()
  await page.getByText('Push the branch first.').waitFor()
  await page.keyboard.press('Escape')
  git('push', '-q', 'origin', 'deeper')
  story.server().enqueue(textScript('tide: deepen five\n\nMore water.'))
  await person.button('Pull request').click()
  await page.getByText('The branch has no pull request.').waitFor()
  await person.button('Draft', page.getByRole('dialog')).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect.poll(() => title.inputValue()).toBe('tide: deepen five')
  await inStoryLooks(story.desktop(), 'pulls.new')
  gh.change({
    comments: [{ author: { login: 'diver' }, body: 'Is this too deep?' }],
    checks: [
      { name: 'test', bucket: 'fail', link: 'https://ci.example/1' },
      { name: 'lint', bucket: 'pass', link: 'https://ci.example/2' },
    ],
  })
  await person.button('Create pull request').click()
  await page.getByText('Failed', { exact: true }).waitFor()
  expect(gh.read()['pull']).toMatchObject({
    title: 'tide: deepen five',
    body: 'More water.',
    baseRefName: 'main',
  })
  await inStoryLooks(story.desktop(), 'pulls.red')
  story.server().enqueue(textScript('It is deep enough.'))
  await person.button('Send comments to the agent').click()
  await expect.poll(newestRequest).toContain('> Is this too deep?')
  gh.change({ checks: [{ name: 'test', bucket: 'pass', link: 'https://ci.example/3' }] })
  await page.getByRole('region', { name: 'Checks' }).getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Failed', { exact: true }).waitFor({ state: 'hidden' })
  await person.button('Merge').click()
  await person.button('Merge #7 into main').click()
  await page.getByText('Merged', { exact: true }).waitFor()
  expect(gh.read()['pull']).toMatchObject({ state: 'MERGED' })
})
