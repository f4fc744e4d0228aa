import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { installGh } from '../support/disk/fake-gh.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ inOrder: true, withModel: true })
let person: Person
let gh: ReturnType<typeof installGh>
let remote: string
const git = (at: string, ...args: string[]) =>
  execFileSync('git', ['-C', at, ...args], { encoding: 'utf8' }).trim()
const environment = () => ({ PATH: `${join(story.folder, 'bin')}:${process.env['PATH']}` })
const pushed = () => git(remote, 'show', 'deeper:src/depth.ts')

beforeAll(async () => {
  remote = join(story.folder, 'remote.git')
  const ssh = join(story.folder, 'ssh')
  git(story.project, 'init', '-q', '-b', 'main')
  git(story.project, 'config', 'user.name', 'Person')
  git(story.project, 'config', 'user.email', 'person@example.org')
  git(story.project, 'init', '-q', '--bare', '-b', 'main', remote)
  // An ssh of the test's own, which serves the remote from the disk.
  writeFileSync(ssh, `#!/bin/sh\nfor last; do :; done\nexec ${'$'}{last%% *} "${remote}"\n`, { mode: 0o755 })
  git(story.project, 'config', 'core.sshCommand', `'${ssh}'`)
  git(story.project, 'remote', 'add', 'origin', 'git@github.com:tide/tables.git')
  story.write('person/my code/潮汐 tide/src/depth.ts', 'export const depth = 1\n')
  // A project with a command of its own asks for trust.
  const settings = '[[afterEdit]]\nglob = "docs/*.md"\ncommand = "true"\n'
  story.write('person/my code/潮汐 tide/.orrery/config.toml', settings)
  git(story.project, 'add', '.')
  git(story.project, 'commit', '-qm', 'first')
  git(story.project, 'push', '-q', 'origin', 'main')
  git(story.project, 'switch', '-qc', 'deeper')
  story.write('person/my code/潮汐 tide/src/depth.ts', 'export const depth = "bad"\n')
  git(story.project, 'commit', '-qam', 'tide: deepen')
  git(story.project, 'push', '-q', 'origin', 'deeper')
  gh = installGh(join(story.folder, 'bin'))
  gh.change({ ci: { remote, path: 'src/depth.ts', bad: 'bad' } })
  person = personAt((await story.start({ env: environment() })).page)
  await person.addProject(story.project)
  await person.button('Trust this folder').click()
})

it('creates a pull request, sees its checks fail, and lets an agent turn them green', async () => {
  const { page } = person
  await page.keyboard.press('Control+Shift+G')
  await person.button('Pull request').click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Deepen')
  await person.button('Create pull request').click()
  await page.getByText('Failed', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await person.goTo('Chat')
  await person.say('/autofix-pr')
  await page.getByText('Write the number of a pull request, or stop.').waitFor()
  await person.say('/autofix-pr other/tables#7')
  await page.getByRole('dialog').getByText('depth', { exact: true }).waitFor()
  await person.button('Start autofix').click()
  await page.getByText('This project belongs to tide/tables, not to other/tables.').waitFor()
  await page.keyboard.press('Escape')
  await person.say('/autofix-pr 7')
  await page.getByText('Nothing is pushed until you press Push fix.').waitFor()
  await inStoryLooks(story.desktop(), 'pulls.autofix')
  story
    .server()
    .enqueue(
      callScript([{ name: 'read', args: { path: 'src/depth.ts' } }]),
      callScript([{ name: 'write', args: { path: 'src/depth.ts', content: 'export const depth = 2\n' } }]),
      textScript('The depth is a number again.'),
    )
  await person.button('Start autofix').click()
  const list = page.getByRole('region', { name: 'Pull requests' })
  await list.getByText('Fix ready to push').waitFor()
  expect(JSON.stringify(story.server().requests[0]?.body)).toContain('the depth is bad')
  expect(pushed()).toBe('export const depth = "bad"')
  await inStoryLooks(story.desktop(), 'pulls.watches')
  await person.button('Push fix').click()
  await person.button('Check now').click()
  await list.getByText('Pull request #7: all checks passed.').waitFor()
  expect(pushed()).toBe('export const depth = 2')
  expect(git(story.project, 'status', '--porcelain')).toBe('')
})

it('follows a pull request in a chat, over a restart, until it is stopped', async () => {
  const { page } = person
  await person.button('Remove').click()
  await person.goTo('Chat')
  await person.say('/subscribe-pr 7')
  await page.getByText('You follow pull request #7.').waitFor()
  await story.desktop().kill()
  person = personAt((await story.start({ env: environment() })).page)
  await person.goTo('Chat')
  await person.say('/subscribe-pr')
  await person.page.getByText('Deepen (Followed)').waitFor()
  await person.say('/subscribe-pr stop 7')
  await person.page.getByText('Pull request #7 is no longer followed.').waitFor()
})
