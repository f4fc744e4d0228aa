import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { type Person, personAt } from '../desktop/desktop-person.ts'
import { type Story, tellStory } from '../desktop/desktop-story.ts'

/** The folder of the project in the folder of the story. */
const PROJECT = 'person/my code/潮汐 tide'
const LINES = Array.from({ length: 60 }, (_, at) => `export const depth${at + 1} = ${at}`)

/** A file of 60 lines, with some of them changed. */
export const depthSource = (changed: Readonly<Record<number, string>> = {}): string =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join('\n')}\n`

/** A story about a repository with a remote, a hook, a check and an editor. Call it at the top of the file. */
export function tellOfChanges() {
  const story = tellStory({ inOrder: true, withModel: true })
  let opened: Person | null = null
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', story.project, ...args], { encoding: 'utf8', stdio: 'pipe' })
  const write = (path: string, text: string) => story.write(`${PROJECT}/${path}`, text)
  beforeAll(async () => {
    prepare(story, { git, write })
    const PATH = `${join(story.folder, 'bin')}:${process.env['PATH']}`
    opened = personAt((await story.start({ env: { PATH, VISUAL: null, EDITOR: null } })).page)
    await opened.addProject(story.project)
    await opened.page.getByText('1 command after edits').waitFor()
    await opened.button('Trust this folder').click()
  })
  /** There once the tests of the file run. */
  const person = (): Person => {
    if (opened === null) throw new Error('The app was not started.')
    return opened
  }
  return {
    story,
    person,
    git,
    /** Writes a file of the project. */
    write,
    read: (path: string) => readFileSync(join(story.project, path), 'utf8'),
    list: () => person().page.locator('[data-changes=list]'),
    hunk: (lines: string) => person().page.getByRole('group', { name: lines }),
    newestRequest: () => JSON.stringify(story.server().requests.at(-1)?.body),
  }
}

type Repository = {
  readonly git: (...args: string[]) => string
  readonly write: (path: string, text: string) => void
}

function prepare(story: Story, { git, write }: Repository): void {
  write('src/depth.ts', depthSource())
  const check = `grep -n '"deep"' src/lock.ts | sed 's/:.*/:14: error: a lock is a number [lock-type]/; s/^/src\\/lock.ts:/'`
  write('.orrery/config.toml', `[[afterEdit]]\nglob = "src/lock.ts"\ncommand = ${JSON.stringify(check)}\n`)
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Person')
  git('config', 'user.email', 'person@example.org')
  git('add', '.')
  git('commit', '-qm', 'first')
  execFileSync('git', ['init', '-q', '--bare', join(story.folder, 'remote.git')])
  git('remote', 'add', 'origin', join(story.folder, 'remote.git'))
  write('.git/hooks/pre-commit', '#!/bin/sh\necho 1 file is sound\n')
  chmodSync(join(story.project, '.git/hooks/pre-commit'), 0o755)
  // An editor that writes down how it was started.
  story.write('bin/code', '#!/bin/sh\nprintf "%s " "$@" > "$(dirname "$0")/asked"\n')
  chmodSync(join(story.folder, 'bin', 'code'), 0o755)
}
