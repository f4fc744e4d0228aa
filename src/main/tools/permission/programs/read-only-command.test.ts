import { expect, it } from 'vitest'
import { isReadOnlyCommand } from './read-only-command.ts'

it.each([
  ['ls -la', true],
  ['cat a.txt', true],
  ['file a.bin', true],
  ['file -C -m magic', false],
  ['file -bC', false],
  ['file --compile', false],
  ["printf '%s' a", true],
  // Bash would look for programs in the project from then on.
  ['printf -v PATH %s .', false],
  ['printf -vPATH .', false],
  // The subscript of a variable is worked out, with the commands in it.
  ["test -v 'a[$(touch x)]'", false],
  ["[ -v 'a[$(touch x)]' ]", false],
  ['test -R a', false],
  ['test -f a', true],
  ['rm a', false],
  ['git status', true],
  ['git status --short', true],
  ['git log --oneline -5', true],
  ['git diff --text --stat', true],
  ['git diff -C HEAD~1', true],
  ['git show --no-textconv --no-ext-diff', true],
  ['git commit -m x', false],
  ['git -C elsewhere status', false],
  ['git -c core.fsmonitor=x status', false],
  ['git --git-dir=x status', false],
  ['git -p log', false],
  ['git diff --output=x', false],
  ['git diff --outp=x', false],
  ["git diff '--output=a b'", false],
  ['git log --ext-diff', false],
  ['git log --textconv', false],
  ['git log --textc', false],
  ['git diff -Oorder', false],
  ['git log --submodule=diff', false],
  ['git ls-files --recurse-submodules', false],
  ['git log --show-signature', false],
  ['git log --format=%G?', false],
  ['git log --help', false],
])('%s only looks: %s', (command, looks) => {
  expect(isReadOnlyCommand(command)).toBe(looks)
})
