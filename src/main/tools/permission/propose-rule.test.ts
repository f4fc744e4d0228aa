import { expect, it } from 'vitest'
import { createShellGrammar } from '../bash/commands/shell-grammar.ts'
import { matchesCommand } from './match.ts'
import { proposeRule } from './propose-rule.ts'
import { splitCommand as split } from './syntax/split-command.ts'

const parse = await createShellGrammar()()
const splitCommand = (script: string) => split(script, parse)

import { splitWindowsCommand } from './syntax/split-windows-command.ts'

const proposed = (script: string, outside = false) =>
  splitCommand(script).commands.map((command) => proposeRule(command, outside)?.pattern ?? null)

it.each<[string, (string | null)[]]>([
  ['pnpm vitest run src/a.test.ts', ['pnpm vitest run *']],
  ['pnpm lint', ['pnpm lint']],
  ['pnpm lint --fix', ['pnpm lint --fix']],
  ['pnpm lint --quiet', ['pnpm lint *']],
  ['ruff check src', ['ruff check *']],
  ['ruff clean', ['ruff clean']],
  ['biome check src', ['biome check *']],
  ['biome migrate --write', ['biome migrate --write']],
  ['vitest src/a', ['vitest src/a']],
  ['vitest run src/a', ['vitest run *']],
  ['prettier --write src', ['prettier --write src']],
  ['prettier --check src', ['prettier *']],
  ['pytest tests -x', ['pytest *']],
  ['pytest -p x', ['pytest -p x']],
  ['mypy @args', ['mypy @args']],
  ['npm run build', ['npm run build']],
  ['npm run build -- --watch', ['npm run build *']],
  ['git status', ['git status']],
  ['git log --oneline', ['git log *']],
  ['git push origin main', ['git push origin main']],
  ['git -C x status', ['git -C x status']],
  ['rm -rf build', ['rm -rf build']],
  ['rm *.log', ['rm \\*.log']],
  ['node script.js', ['node script.js']],
  ['./run.sh now', ['./run.sh now']],
  ['eslint src', ['eslint *']],
  ['sudo ls /', ['sudo ls /']],
  ['echo $x', [null]],
  ['cd a && pnpm test x | tail -5', ['pnpm test *', 'tail *']],
  ['python3 x.py', ['python3 x.py']],
  ['python3.12 x.py', ['python3.12 x.py']],
  ['nodejs x.js', ['nodejs x.js']],
  ['tar xf a.tar', ['tar xf a.tar']],
  ['make test -j4', ['make test -j4']],
  ['cargo test a', ['cargo test a']],
  ['go test ./...', ['go test ./...']],
  ['npm install left-pad', ['npm install left-pad']],
  ['npm exec x y', ['npm exec x y']],
  ['pnpm tsx a.ts', ['pnpm tsx a.ts']],
  ['pnpm node a.js', ['pnpm node a.js']],
  ['npm run lint --script-shell=./x', ['npm run lint --script-shell=./x']],
  ['sort a', ['sort *']],
  ['sort -uo a b', ['sort -uo a b']],
  ['rg TODO src', ['rg *']],
  ['rg --pre ./x TODO', ['rg --pre ./x TODO']],
  ['git checkout main', ['git checkout main']],
  ['git fetch origin', ['git fetch origin']],
  ['git grep TODO src', ['git grep *']],
  ['git diff --output=.git/hooks/x', ['git diff --output=.git/hooks/x']],
  ['uniq a b', ['uniq a b']],
  ['unheard-of a', ['unheard-of a']],
])('%j proposes %j', (script, patterns) => {
  expect(proposed(script)).toEqual(patterns)
})

it.each([
  ['Remove-Item build', 'Remove-Item build'],
  ['del a.txt', 'del a.txt'],
  ['rd a', 'rd a'],
  ['Move-Item a b', 'Move-Item a b'],
  ['Set-Content a b', 'Set-Content a b'],
  ['iex x', 'iex x'],
  ['Start-Process x', 'Start-Process x'],
  ['python.exe x.py', 'python.exe x.py'],
  ['py x.py', 'py x.py'],
  ['Python.EXE x.py', 'Python.EXE x.py'],
  ['git.exe log -3', 'git.exe log *'],
  ['git.exe diff --output=x', 'git.exe diff --output=x'],
  ['Get-ChildItem src', 'Get-ChildItem *'],
  ['npm.cmd run lint --quiet', 'npm.cmd run lint *'],
  ['C:\\tools\\ls.exe a', 'C:\\\\tools\\\\ls.exe a'],
])('on Windows %j proposes %j', (script, pattern) => {
  const [command] = splitWindowsCommand(script).commands
  expect(command === undefined ? null : proposeRule(command, false)?.pattern).toBe(pattern)
})

it('proposes only the very command for something outside', () => {
  expect(proposed('ls /etc', true)).toEqual(['ls /etc'])
})

it.each(['pnpm vitest run a', 'git log -3', "echo 'a  b'", 'rm *.log'])('covers %j itself', (script) => {
  const [command] = splitCommand(script).commands
  expect(matchesCommand(proposed(script)[0] ?? '', command?.text ?? 'none', 'exact')).toBe(true)
})
