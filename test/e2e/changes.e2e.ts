import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { resizeTo } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { installGh } from '../support/disk/fake-gh.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const LANGUAGE_SERVER = join(import.meta.dirname, '../support/hosts/language-server.mjs')
const story = tellStory({ inOrder: true, withModel: true })
let person: Person
const LINES = Array.from({ length: 60 }, (_, at) => `export const depth${at + 1} = ${at}`)
const source = (changed: Readonly<Record<number, string>> = {}) =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join('\n')}\n`
const git = (...args: string[]) => execFileSync('git', ['-C', story.project, ...args], { encoding: 'utf8' })
const read = (path: string) => readFileSync(join(story.project, path), 'utf8')
const list = () => person.page.locator('[data-changes=list]')
const editorFile = () => join(story.folder, 'bin/asked')
const newestRequest = () => JSON.stringify(story.server().requests.at(-1)?.body)
const toastUndo = () => person.button('Undo', person.page.getByRole('alert').last())
const hunk = (lines: string) => person.page.getByRole('group', { name: lines })

beforeAll(async () => {
  story.write('person/my code/潮汐 tide/src/depth.ts', source())
  const check = `grep -n '"deep"' src/lock.ts | sed 's/:.*/:14: error: a lock is a number [lock-type]/; s/^/src\\/lock.ts:/'`
  const settings = `[[afterEdit]]\nglob = "src/lock.ts"\ncommand = ${JSON.stringify(check)}\n`
  story.write('person/my code/潮汐 tide/.orrery/config.toml', settings)
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Person')
  git('config', 'user.email', 'person@example.org')
  git('add', '.')
  git('commit', '-qm', 'first')
  execFileSync('git', ['init', '-q', '--bare', join(story.folder, 'remote.git')])
  git('remote', 'add', 'origin', join(story.folder, 'remote.git'))
  story.write('person/my code/潮汐 tide/.git/hooks/pre-commit', '#!/bin/sh\necho 1 file is sound\n')
  chmodSync(join(story.project, '.git/hooks/pre-commit'), 0o755)
  // An editor that writes down how it was started.
  story.write('bin/code', '#!/bin/sh\nprintf "%s " "$@" > "$(dirname "$0")/asked"\n')
  chmodSync(join(story.folder, 'bin', 'code'), 0o755)
  const PATH = `${join(story.folder, 'bin')}:${process.env['PATH']}`
  person = personAt((await story.start({ env: { PATH, VISUAL: null, EDITOR: null } })).page)
  await person.addProject(story.project)
  await person.page.getByText('1 command after edits').waitFor()
  await person.button('Trust this folder').click()
})

it('shows what an agent changed, in files and in hunks', async () => {
  const { page } = person
  const changed = source({ 3: 'export const depth3 = 300', 50: 'export const depth50 = 500' })
  story.server().enqueue(
    callScript([
      { name: 'read', args: { path: 'src/depth.ts' } },
      { name: 'write', args: { path: 'docs/tides.md', content: '# Tides\n\nTwice a day.\n' } },
    ]),
    textScript('Two files are changed.'),
  )
  await person.say('Note the tides.')
  await page.getByRole('button', { name: /^Allow once/ }).click()
  await person.reads('Two files are changed.')
  story.write('person/my code/潮汐 tide/src/depth.ts', changed)
  await page.keyboard.press('Control+Shift+G')
  await page.getByRole('treeitem', { name: 'depth.ts M +2 −2' }).waitFor()
  await page.getByRole('treeitem', { name: 'tides.md U' }).waitFor()
  await page.getByText('export const depth50 = 500').waitFor()
  await inStoryLooks(story.desktop(), 'changes.uncommitted')
})

it('accepts, stages, rejects and comments with keys', async () => {
  const { page } = person
  await list().getByRole('group').first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  const first = hunk('src/depth.ts, lines 1 to 6')
  await first.focus()
  await page.keyboard.press('s')
  await expect.poll(() => git('diff', '--cached', '--numstat')).toContain('1\t1\tsrc/depth.ts')
  await first.getByRole('img', { name: 'Staged' }).waitFor()
  const second = hunk('src/depth.ts, lines 47 to 53')
  await second.focus()
  await page.keyboard.press('c')
  await page.keyboard.type('Why 500?')
  await page.keyboard.press('Control+Enter')
  await page.getByText('pending', { exact: true }).waitFor()
  await inStoryLooks(story.desktop(), 'changes.comment')
  await second.focus()
  await page.keyboard.press('x')
  await expect.poll(() => read('src/depth.ts')).toBe(source({ 3: 'export const depth3 = 300' }))
  await toastUndo().click()
  await expect.poll(() => read('src/depth.ts')).toContain('depth50 = 500')
  await second.focus()
  await page.keyboard.press('a')
  await second.getByText('Accepted').waitFor()
  await page.keyboard.press('u')
  await second.getByText('Accepted').waitFor({ state: 'hidden' })
})

it('sends the comments to the agent as one message', async () => {
  const { page } = person
  story.server().enqueue(textScript('Because the tide is deep.'))
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByText('Comments sent to the agent.').waitFor()
  await expect.poll(() => newestRequest()).toContain('src/depth.ts:50')
  expect(newestRequest()).toContain('Why 500?')
})

it('commits what is staged, takes it back, commits again and pushes', async () => {
  const { page } = person
  const message = page.getByRole('textbox', { name: 'Commit message' })
  story.server().enqueue(textScript('depth: correct the third'))
  await message.fill('words of my own')
  await person.button('Draft').click()
  await expect.poll(() => message.inputValue()).toBe('depth: correct the third')
  expect(newestRequest()).toContain('+export const depth3 = 300')
  await inStoryLooks(story.desktop(), 'changes.drafted')
  await toastUndo().click()
  await expect.poll(() => message.inputValue()).toBe('words of my own')
  await message.fill('depth: correct the third')
  await message.press('Control+Enter')
  await expect
    .poll(() => git('log', '--format=%s').trim().split('\n'))
    .toEqual(['depth: correct the third', 'first'])
  await toastUndo().click()
  await expect.poll(() => git('log', '--format=%s').trim()).toBe('first')
  await person.button(/^Commit 1 file/).waitFor()
  await page
    .getByRole('region', { name: 'Changes' })
    .first()
    .getByRole('button', { name: 'Open chat' })
    .click()
  story.server().enqueue(textScript('depth: correct the third again'))
  await message.waitFor({ state: 'hidden' })
  await person.say('/commit')
  await expect.poll(() => message.inputValue()).toBe('depth: correct the third again')
  await message.press('Control+Enter')
  await expect.poll(() => git('log', '-1', '--format=%s').trim()).toBe('depth: correct the third again')
  await page.getByRole('region', { name: 'Output of hooks' }).getByText('1 file is sound').waitFor()
  await person.button('Push').click()
  await page.getByText('Pushed.', { exact: true }).waitFor()
  expect(git('rev-parse', 'origin/main')).toBe(git('rev-parse', 'main'))
})

it('keeps review and message over a reload, and says when there is nothing', async () => {
  const { page } = person
  await page.getByRole('checkbox', { name: 'Reviewed' }).first().click()
  await page.getByText('1 of 2 reviewed').waitFor()
  await page.getByRole('textbox', { name: 'Commit message' }).fill('not yet')
  await page.reload()
  await person.message.waitFor()
  await page.keyboard.press('Control+Shift+G')
  await page.getByText('1 of 2 reviewed').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Commit message' }).inputValue()).toBe('not yet')
  await resizeTo(story.desktop().app, { width: 1000, height: 700 })
  await person.button('Show review, 0 comments pending').click()
  await page.getByRole('region', { name: 'Review' }).first().getByText('Comments', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Staged', exact: true }).click()
  await page.getByText('Nothing is staged').waitFor()
  await inStoryLooks(story.desktop(), 'changes.empty')
})

it('shows the history, puts changes away and back, and blames a file', async () => {
  const { page } = person
  await resizeTo(story.desktop().app, { width: 1440, height: 900 })
  await person.button('History').click()
  await page.getByRole('listitem').filter({ hasText: 'depth: correct the third again' }).waitFor()
  await inStoryLooks(story.desktop(), 'changes.history')
  await page.keyboard.press('Escape')
  await person.button('Stashes').click()
  await page.getByRole('textbox', { name: 'Message of the stash' }).fill('tide tables')
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'On main: tide tables' }).waitFor()
  await expect.poll(() => git('status', '--porcelain')).toBe('')
  await inStoryLooks(story.desktop(), 'changes.stashes')
  await person.button('Apply').click()
  await expect.poll(() => read('src/depth.ts')).toContain('depth50 = 500')
  await person.button('Drop').click()
  await person.button('Drop for good').click()
  await expect.poll(() => git('stash', 'list')).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Uncommitted', exact: true }).click()
  await hunk('src/depth.ts, lines 47 to 53').focus()
  await person.button('Open in editor').click()
  const asked = () => (existsSync(editorFile()) ? readFileSync(editorFile(), 'utf8') : '')
  await expect.poll(asked).toBe(`-g ${join(story.project, 'src/depth.ts')}:50 `)
  await person.button('Blame this file').click()
  await page.getByText('Not committed yet').waitFor()
  await inStoryLooks(story.desktop(), 'changes.blame')
  await page.keyboard.press('Escape')
})

it('tells the agent at the end of its turn what was rejected, and shows later edits alone', async () => {
  const { page } = person
  const { app } = story.desktop()
  await resizeTo(app, { width: 1440, height: 900 })
  git('stash', '-qu')
  const names = ['one', 'two', 'three', 'four', 'five']
  for (const name of names) story.write(`person/my code/潮汐 tide/tide/${name}.ts`, source())
  git('add', '.')
  git('commit', '-qm', 'five files')
  await person.button('Open chat').click()
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
  await expect.poll(() => read('tide/one.ts')).toBe(source())
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
  const { page } = person
  const write = (content: string) =>
    callScript([{ name: 'write', args: { path: 'src/lock.ts', content: `${content}\n` } }])
  await person.goTo('Chat')
  story
    .server()
    .enqueue(write('export const lock: number = "deep"'), textScript('Added.'), textScript('It is meant.'))
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
  story.server().enqueue(write('export const lock: number = 7'), textScript('A number now.'))
  await person.say('Make it a number.')
  await person.reads('A number now.')
  await page.keyboard.press('Control+Shift+G')
  await page.getByText('export const lock: number = 7').waitFor()
  await expect.poll(() => problems.count()).toBe(0)
})

it('asks a language server that the person switched on, once the changed checks are trusted', async () => {
  const { page } = person
  const write = (content: string) =>
    callScript([{ name: 'write', args: { path: 'src/lock.ts', content: `${content}\n` } }])
  const server =
    '[diagnostics.servers.tide]\ncommand = "node"\nargs = ["server.mjs"]\nlanguages = ["typescript"]\n'
  story.write('person/my code/潮汐 tide/server.mjs', readFileSync(LANGUAGE_SERVER, 'utf8'))
  story.write(
    'person/my code/潮汐 tide/.orrery/config.toml',
    `[[afterEdit]]\nglob = "*"\ncommand = "touch ran"\n\n${server}`,
  )
  const openSection = async (name: string) => {
    await person.goTo('Settings')
    const sections = page.getByRole('navigation', { name: 'Settings sections' })
    await sections.getByRole('button', { name, exact: true }).click()
  }
  await person.goTo('Chat')
  story.server().enqueue(write('export const lock = "bad"'), textScript('Bad.'))
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
  story.server().enqueue(write('export const lock = 9'), textScript('Nine.'))
  await person.say('Nine, please.')
  await person.reads('Nine.')
  story.server().enqueue(write('export const lock = "bad"'), textScript('Bad again.'), textScript('I know.'))
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
