import { expect, it } from 'vitest'
import { matchesCommand } from './match.ts'
import { proposeRule } from './propose-rule.ts'
import { splitCommand } from './split-command.ts'

const proposed = (script: string, outside = false) =>
  splitCommand(script).commands.map((command) => proposeRule(command, outside)?.pattern ?? null)

it.each<[string, (string | null)[]]>([
  ['pnpm vitest run src/a.test.ts', ['pnpm vitest run *']],
  ['pnpm lint', ['pnpm lint']],
  ['pnpm lint --fix', ['pnpm lint *']],
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
  ['cd a && pnpm test x | tail -5', ['pnpm test x', 'tail *']],
])('%j proposes %j', (script, patterns) => {
  expect(proposed(script)).toEqual(patterns)
})

it('proposes only the very command for something outside', () => {
  expect(proposed('ls /etc', true)).toEqual(['ls /etc'])
})

it.each(['pnpm vitest run a', 'git log -3', "echo 'a  b'", 'rm *.log'])('covers %j itself', (script) => {
  const [command] = splitCommand(script).commands
  expect(matchesCommand(proposed(script)[0] ?? '', command?.text ?? 'none', 'exact')).toBe(true)
})
