import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTwoLooks } from '../support/desktop/desktop-looks.ts'
import { personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { installGh } from '../support/disk/fake-gh.ts'
import { textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true })
const run = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()
const git = (...args: string[]) => run(story.project, ...args)

it('brings staged changes to a pull request in one form, and goes on where a step failed', async () => {
  const remote = join(story.folder, 'remote.git')
  const bin = join(story.folder, 'bin')
  const ssh = join(story.folder, 'ssh')
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Person')
  git('config', 'user.email', 'person@example.org')
  run(story.folder, 'init', '-q', '--bare', '-b', 'main', remote)
  writeFileSync(ssh, `#!/bin/sh\nfor last; do :; done\nexec ${'$'}{last%% *} "${remote}"\n`, { mode: 0o755 })
  git('config', 'core.sshCommand', `'${ssh}'`)
  git('remote', 'add', 'origin', 'git@github.com:tide/tables.git')
  const settings = '[[afterEdit]]\nglob = "docs/*.md"\ncommand = "true"\n'
  story.write('person/my code/潮汐 tide/.orrery/config.toml', settings)
  git('add', '.')
  git('commit', '-qm', 'first')
  git('push', '-q', 'origin', 'main')
  story.write('person/my code/潮汐 tide/src/depth.ts', 'export const depth = 5\n')
  git('add', '.')
  const { page } = await story.start({ env: { PATH: `${bin}:${process.env['PATH']}` } })
  const person = personAt(page)
  await person.addProject(story.project)
  await person.button('Trust this folder').click()

  await person.say('/commit-push-pr')
  const form = page.getByRole('dialog', { name: 'Commit, push and create pull request' })
  await form.getByText('The GitHub CLI was not found.').waitFor()
  const gh = installGh(bin)
  story.server().enqueue(textScript('tide: deepen five\n\nMore water.'))
  await person.button('Try again', form).click()
  const message = form.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => message.inputValue()).toBe('tide: deepen five\n\nMore water.')
  await form.getByText('1 file is staged.').waitFor()
  const submit = person.button('Commit, push and create', form)
  expect(await submit.isDisabled()).toBe(true)
  await form.getByRole('textbox', { name: 'New branch' }).fill('deeper')
  await inTwoLooks(story.desktop(), 'pulls.commitPush')
  writeFileSync(ssh, '#!/bin/sh\necho The forge is closed. >&2\nexit 1\n')
  await submit.click()
  await form.getByText('The forge is closed.').waitFor()
  expect(git('log', '-1', '--format=%s|%b', 'deeper')).toBe('tide: deepen five|More water.')
  expect(git('log', '--format=%s', 'main')).toBe('first')

  // The question of ssh opens above the form, which waits under it.
  const asks = '[ "$("$SSH_ASKPASS" "mei@forge password: ")" = ebb ] || exit 1'
  writeFileSync(ssh, `#!/bin/sh\n${asks}\nfor last; do :; done\nexec ${'$'}{last%% *} "${remote}"\n`)
  await person.button('Push and create', form).click()
  const question = page.getByRole('dialog', { name: 'Git has a question' })
  await question.getByText('mei@forge password:').waitFor()
  await page.keyboard.press('Escape')
  await form.getByText('You cancelled the question, so Git was stopped.').waitFor()
  await person.button('Push and create', form).click()
  await question.getByLabel('Answer').fill('ebb')
  await person.button('Send', question).click()
  await form.getByText('The branch has an open pull request, #7:').waitFor()
  expect(run(remote, 'rev-parse', 'deeper')).toBe(git('rev-parse', 'deeper'))
  expect(gh.read()['pull']).toMatchObject({
    title: 'tide: deepen five',
    body: 'More water.',
    baseRefName: 'main',
    headRefName: 'deeper',
  })
  await form.getByText('Close', { exact: true }).last().click()
  await form.waitFor({ state: 'hidden' })
})
