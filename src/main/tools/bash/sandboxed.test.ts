import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandActs } from './commands/command-acts.ts'
import { createShellGrammar } from './commands/shell-grammar.ts'
import { opensGitSettings, targetsOf } from './sandboxed.ts'

const loadGrammar = createShellGrammar()
const flavour = { path: posix, home: '/home/ada' }
const opens = async (command: string) =>
  opensGitSettings(await commandActs(command, '/nonexistent/p', flavour, loadGrammar))

describe('a command that may note something in the settings of a repository', () => {
  it.each([
    'git init',
    'git remote add origin ./up',
    'git push -u origin main',
    'git switch -c work && git status',
    'git checkout -b work origin/work; git log',
    'git submodule add ./lib sub',
    'git -c protocol.file.allow=always submodule add -b main ./lib sub',
    'git submodule update --init --recursive',
    'git init && git add -A && git commit -m "first" && git remote add origin ./up && git push -u origin main',
  ])('is nothing but git: %s', async (command) => {
    expect(await opens(command)).toBe(true)
  })

  it.each([
    'npm install',
    'git init && npm install',
    'git config core.fsmonitor x',
    'git config user.name Ada',
    'git -c core.fsmonitor=x switch a',
    'git push --receive-pack=./evil origin main',
    'git fetch --upload-pack ./evil x',
    'git init --template=evil',
    "git fetch 'ext::sh -c evil'",
    'git submodule foreach evil',
    "git submodule add 'ext::sh -c evil' sub",
    'git submodule add --reference ../x ./lib sub',
    'git -c protocol.ext.allow=always submodule add ./lib sub',
    'git -c protocol.file.allow=always -c core.fsmonitor=x submodule add ./lib sub',
    'git -c protocol.file.allow=always push',
    'git $X',
    'git rebase -x ./evil main',
    'git bisect run ./evil',
    'git commit --template=evil',
    'PATH=.:$PATH git push',
    './git push',
    'git -C ../other remote add x y',
    'git push > .git/config',
    'env X=1 sh -c "git push"; ./evil',
    'ls',
    'ls && git push',
  ])('is no other: %s', async (command) => {
    expect(await opens(command)).toBe(false)
  })
})

describe('the targets that open the sandbox', () => {
  const targets = async (command: string) =>
    targetsOf(await commandActs(command, '/nonexistent/p', flavour, loadGrammar))

  it('are the files outside that a command plainly names', async () => {
    expect(await targets('cp a /srv/b')).toContain('/srv/b')
    expect(await targets('echo a > /srv/b')).toEqual(['/srv/b'])
  })

  it.each(['f=/srv/b; eval \'echo a > "$f"\'', 'f=/srv/b; ./write "$f"', 'TMPDIR=/srv/b make'])(
    'are none that only a variable names: %s',
    async (command) => expect(await targets(command)).toEqual([]),
  )
})
