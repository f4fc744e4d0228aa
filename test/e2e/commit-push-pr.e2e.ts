import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { installGh, installGlab } from '../support/disk/fake-gh.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
const remote = () => join(story.folder, 'remote.git')
const bin = () => join(story.folder, 'bin')
let person: Person
let gh: ReturnType<typeof installGh>
const run = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()
const git = (...args: string[]) => run(story.project, ...args)

it('brings staged changes to a pull request in one form, and goes on where a step failed', async () => {
  const ssh = join(story.folder, 'ssh')
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Person')
  git('config', 'user.email', 'person@example.org')
  run(story.folder, 'init', '-q', '--bare', '-b', 'main', remote())
  writeFileSync(ssh, `#!/bin/sh\nfor last; do :; done\nexec ${'$'}{last%% *} "${remote()}"\n`, {
    mode: 0o755,
  })
  git('config', 'core.sshCommand', `'${ssh}'`)
  git('remote', 'add', 'origin', 'git@github.com:tide/tables.git')
  const settings = '[[afterEdit]]\nglob = "docs/*.md"\ncommand = "true"\n'
  story.write('person/my code/潮汐 tide/.orrery/config.toml', settings)
  git('add', '.')
  git('commit', '-qm', 'first')
  git('push', '-q', 'origin', 'main')
  story.write('person/my code/潮汐 tide/src/depth.ts', 'export const depth = 5\n')
  git('add', '.')
  const { page } = await story.start({ env: { PATH: `${bin()}:${process.env['PATH']}` } })
  person = personAt(page)
  await person.addProject(story.project)
  await person.button('Trust this folder').click()

  await person.say('/commit-push-pr')
  const form = page.getByRole('dialog', { name: 'Commit, push and create pull request' })
  await form.getByText('The GitHub CLI was not found.').waitFor()
  gh = installGh(bin())
  story.server().enqueue(textScript('tide: deepen five\n\nMore water.'))
  await person.button('Try again', form).click()
  const message = form.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => message.inputValue()).toBe('tide: deepen five\n\nMore water.')
  await form.getByText('1 file is staged.').waitFor()
  const submit = person.button('Commit, push and create', form)
  expect(await submit.isDisabled()).toBe(true)
  await form.getByRole('textbox', { name: 'New branch' }).fill('deeper')
  await inStoryLooks(story.desktop(), 'pulls.commitPush')
  writeFileSync(ssh, '#!/bin/sh\necho The forge is closed. >&2\nexit 1\n')
  await submit.click()
  await form.getByText('The branch could not be pushed.').waitFor()
  await form.getByText('The forge is closed.').waitFor()
  await form.getByText('The commit is kept on this computer.').waitFor()
  await person.button('Push and create', form).waitFor()
  await inStoryLooks(story.desktop(), 'pulls.commitPushFailed')
  expect(git('log', '-1', '--format=%s|%b', 'deeper')).toBe('tide: deepen five|More water.')
  expect(git('log', '--format=%s', 'main')).toBe('first')

  // The question of ssh opens above the form, which waits under it.
  const asks = '[ "$("$SSH_ASKPASS" "mei@forge password: ")" = ebb ] || exit 1'
  writeFileSync(ssh, `#!/bin/sh\n${asks}\nfor last; do :; done\nexec ${'$'}{last%% *} "${remote()}"\n`)
  await person.button('Push and create', form).click()
  const question = page.getByRole('dialog', { name: 'Git has a question' })
  await question.getByText('mei@forge password:').waitFor()
  await page.keyboard.press('Escape')
  await form.getByText('You cancelled the question, so Git was stopped.').waitFor()
  await person.button('Try again', form).click()
  await question.getByLabel('Answer').fill('ebb')
  await person.button('Send', question).click()
  await form.getByText('The branch has an open pull request, #7:').waitFor()
  expect(run(remote(), 'rev-parse', 'deeper')).toBe(git('rev-parse', 'deeper'))
  expect(gh.read()['pull']).toMatchObject({
    title: 'tide: deepen five',
    body: 'More water.',
    baseRefName: 'main',
    headRefName: 'deeper',
  })
  await form.getByText('Close', { exact: true }).last().click()
  await form.waitFor({ state: 'hidden' })
})

it('drafts an issue from the chat and creates it once it is confirmed', async () => {
  const { page } = person
  story.server().enqueue(textScript('The tide is at ebb.'))
  await person.say('Where is the tide? The key is sk-live-0123456789abcdef.')
  await person.reads('The tide is at ebb.')
  story.server().enqueue(textScript('The tide is late\n\nIt is at ebb.'))
  await person.say('/issue --label bug')
  const form = page.getByRole('dialog', { name: 'Create issue' })
  await form.getByText('tide/tables on github.com').waitFor()
  const title = form.getByRole('textbox', { name: 'Title' })
  await expect.poll(() => title.inputValue()).toBe('The tide is late')
  const asked = JSON.stringify(story.server().requests.at(-1)?.body)
  expect(asked).toContain('The tide is at ebb.')
  expect(asked).not.toContain('sk-live')
  await form.getByRole('textbox', { name: 'Description' }).fill('By an hour.')
  await inStoryLooks(story.desktop(), 'forges.issue')
  expect(gh.read()['issue']).toBeUndefined()
  await person.button('Create issue', form).click()
  await form.getByText('Issue created.').waitFor()
  expect(gh.read()['issue']).toMatchObject({
    title: 'The tide is late',
    body: 'By an hour.',
    labels: ['bug'],
  })
  await form.getByText('Close', { exact: true }).last().click()
})

it('shares the chat as a secret gist once the person has seen it, and deletes it', async () => {
  const { page } = person
  await person.say('/share')
  const form = page.getByRole('dialog', { name: 'Share chat' })
  const shown = form.getByRole('region', { name: 'What is published' })
  await shown.getByText('The key is [secret]').waitFor()
  await form.getByText('1 secret is hidden.').waitFor()
  await inStoryLooks(story.desktop(), 'forges.share')
  expect(gh.read()['gist']).toBeUndefined()
  await person.button('Create secret gist', form).click()
  await form.getByText('https://gist.github.com/person/abc123').waitFor()
  expect(gh.read()['gist']).toMatchObject({ public: false })
  expect(JSON.stringify(gh.read()['gist'])).not.toContain('sk-live')
  await person.button('Delete gist', form).click()
  await person.button('Create secret gist', form).waitFor()
  expect(gh.read()['gist']).toBeNull()
  await page.keyboard.press('Escape')
})

it('has several agents review a pull request, and sends findings once they are confirmed', async () => {
  const { page } = person
  const ssh = `#!/bin/sh\nfor last; do :; done\nexec ${'$'}{last%% *} "${remote()}"\n`
  writeFileSync(join(story.folder, 'ssh'), ssh)
  run(remote(), 'update-ref', 'refs/pull/7/head', 'refs/heads/deeper')
  gh.change({ pull: { ...Object(gh.read()['pull']), headRefOid: git('rev-parse', 'deeper') } })
  await person.say('/ultrareview 7')
  const form = page.getByRole('dialog', { name: 'Review of pull request #7' })
  await form.getByText('1 commit · 1 file').waitFor()
  await inStoryLooks(story.desktop(), 'forges.reviewStart')
  const finding = { file: 'src/depth.ts', line: 1, title: 'Five is deep', why: 'It was never measured.' }
  const found = callScript([{ name: 'answer', args: { findings: [finding] } }])
  const upheld = callScript([{ name: 'answer', args: { real: true, why: 'Nobody measured it.' } }])
  story.server().enqueue(found, found, found, found, upheld, upheld, upheld)
  await person.button('Start review', form).click()
  await form.getByText('1 problem was confirmed.').waitFor({ timeout: 60_000 })
  await person.button('Show the change at src/depth.ts:1', form).click()
  await form.getByText('export const depth = 5').waitFor()
  await inStoryLooks(story.desktop(), 'forges.findings')
  await person.button('Send as comments…', form).click()
  await form.getByRole('textbox', { name: 'src/depth.ts:1' }).fill('Please measure it.')
  expect(gh.read()['review']).toBeUndefined()
  await person.button('Send 1 comment to #7', form).click()
  await form.getByText('1 comment was sent to pull request #7.').waitFor()
  expect(gh.read()['review']).toMatchObject({
    commit_id: git('rev-parse', 'deeper'),
    comments: [{ path: 'src/depth.ts', line: 1, body: 'Please measure it.' }],
  })
  await form.getByText('Close', { exact: true }).last().click()
  await person.say('/ultrareview 7')
  await form.getByText('1 problem was confirmed.').waitFor()
  await page.keyboard.press('Escape')
})

it('renames, deletes and follows branches, and puts chosen files away', async () => {
  const { page } = person
  const status = page.getByRole('status', { name: 'Status bar' })
  // The runs of workflows are no part of this.
  story.write('person/my code/潮汐 tide/.git/info/exclude', '.orrery/workflow-runs\n')
  git('push', '-q', 'origin', 'HEAD:refs/heads/far')
  git('branch', '-q', 'near', 'HEAD~1')
  git('commit', '-q', '--allow-empty', '-m', 'tide: note')
  await page.keyboard.press('Control+Shift+G')
  await status.getByText('1 ahead, 0 behind').waitFor()
  await person.button('Switch branch, now deeper').click()
  const list = page.getByRole('dialog', { name: 'Branches' })
  await person.button('Acts on near', list).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await list.getByRole('textbox', { name: 'New name of near' }).fill('shore')
  await page.keyboard.press('Enter')
  await list.getByRole('button', { name: /^shore/ }).waitFor()
  await list.getByRole('button', { name: /^origin\/far/ }).click()
  await list.waitFor({ state: 'hidden' })
  await expect.poll(() => git('rev-parse', '--abbrev-ref', 'far@{upstream}')).toBe('origin/far')
  await person.button('Switch branch, now far').click()
  await person.button('Acts on deeper', list).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await list.getByText('deeper has 1 commit that is on no other branch.').waitFor()
  await inStoryLooks(story.desktop(), 'changes.branches')
  const lost = git('rev-parse', 'deeper')
  await person.button('Delete deeper and its commits', list).click()
  await expect.poll(() => git('branch', '--list', 'deeper')).toBe('')
  await person.button('Undo', list).click()
  await expect.poll(() => git('branch', '--list', 'deeper')).toContain('deeper')
  expect(git('rev-parse', 'deeper')).toBe(lost)
  await list.getByRole('button', { name: /^deeper/ }).click()
  await list.waitFor({ state: 'hidden' })
  story.write('person/my code/潮汐 tide/src/depth.ts', 'export const depth = 6\n')
  story.write('person/my code/潮汐 tide/src/width.ts', 'export const width = 7\n')
  await person.button('Stashes').click()
  const stashes = page.getByRole('dialog', { name: 'Stashes' })
  await person.button('Choose files', stashes).click()
  await stashes.getByRole('checkbox', { name: 'Stash src/depth.ts' }).click()
  await person.button('Stash 1 file', stashes).click()
  await person.button('Show content', stashes).click()
  await stashes.getByText('export const width = 7').waitFor()
  await inStoryLooks(story.desktop(), 'changes.stashContent')
  expect(git('status', '--porcelain')).toBe('M src/depth.ts')
  git('checkout', '-q', '--', 'src/depth.ts')
  await page.keyboard.press('Escape')
})

it('asks glab for a remote on GitLab', async () => {
  const { page } = person
  git('remote', 'set-url', 'origin', 'git@gitlab.com:sea/tide/tables.git')
  git('push', '-q', 'origin', 'deeper')
  await person.button('Pull request').click()
  const form = page.getByRole('dialog', { name: 'Pull request' })
  await form.getByText('The GitLab CLI was not found.').waitFor()
  const glab = installGlab(bin())
  await person.button('Try again', form).click()
  await form.getByText('The branch has no pull request.').waitFor()
  await form.getByRole('textbox', { name: 'Title' }).fill('Deepen')
  await person.button('Create pull request', form).click()
  await form.getByText('Deepen').first().waitFor()
  const job = { name: 'depth', status: 'success', web_url: 'https://gitlab.com/sea/tide/tables/-/jobs/42' }
  glab.change({ checks: [job] })
  await person.button('Refresh', form).click()
  await form.getByText('Passed', { exact: true }).waitFor()
  await inStoryLooks(story.desktop(), 'pulls.gitlab')
  await person.button('Merge', form).click()
  await person.button('Merge #7 into main', form).click()
  await form.getByText('Merged', { exact: true }).waitFor()
  expect(glab.read()['pull']).toMatchObject({ state: 'merged', source_branch: 'deeper' })
})
