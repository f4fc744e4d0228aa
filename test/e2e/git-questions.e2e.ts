import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { GIT_PASSWORD, lockedGitServer } from '../support/disk/locked-git-server.ts'

const story = tellStory({ withModel: true })
const git = (...args: string[]) => execFileSync('git', ['-C', story.project, ...args], { encoding: 'utf8' })

it('asks for the name and the password that Git wants, stops Git on request and stores neither', async () => {
  const remote = join(story.folder, 'remote.git')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', remote])
  execFileSync('git', ['-C', remote, 'config', 'http.receivepack', 'true'])
  const server = await lockedGitServer(story.folder)
  // No helper of this machine may answer in place of the person.
  story.write('person/.gitconfig', '[credential]\n\thelper =\n')
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Person')
  git('config', 'user.email', 'person@example.org')
  git('remote', 'add', 'origin', `${server.url}/remote.git`)
  git('add', '.')
  git('commit', '-qm', 'first')
  const { page } = await story.start()
  const person = personAt(page)
  await person.addProject(story.project)
  await page.keyboard.press('Control+Shift+G')
  const question = page.getByRole('dialog', { name: 'Git has a question' })
  await person.button('Push').click()
  await question.getByText(`Username for '${server.url}':`).waitFor()
  await person.button('Stop Git', question).click()
  await page.getByText('You cancelled the question, so Git was stopped.').first().waitFor()
  await question.waitFor({ state: 'hidden' })

  await person.button('Push').click()
  await question.getByRole('textbox', { name: 'User name' }).fill('mei')
  await person.button('Send', question).click()
  const password = question.getByLabel('Answer')
  await password.fill(GIT_PASSWORD)
  expect(await password.getAttribute('type')).toBe('password')
  await inStoryLooks(story.desktop(), 'git-question.secret')
  await person.button('Send', question).click()
  await page.getByText('Pushed.', { exact: true }).first().waitFor()
  const pushed = execFileSync('git', ['-C', remote, 'log', '-1', '--format=%s', 'main'], { encoding: 'utf8' })
  expect(pushed.trim()).toBe('first')
  server.close()
  const home = join(story.folder, 'home')
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name)).includes(GIT_PASSWORD), name).toBe(false)
})
