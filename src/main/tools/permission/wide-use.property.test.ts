import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { createShellGrammar } from '../bash/commands/shell-grammar.ts'
import { judge } from './judge.ts'
import { proposeRule } from './propose-rule.ts'
import { splitCommand as split } from './syntax/split-command.ts'

const parse = await createShellGrammar()()
const splitCommand = (script: string) => split(script, parse)

/** Options that make a program write, start another one, or work elsewhere. */
const ACTING: readonly (readonly [program: string, options: readonly string[]])[] = [
  ['printf', ['-v', '-vPATH']],
  ['test', ['-v']],
  ['file', ['-C', '-Cm', '--compile']],
  ['sort', ['-o', '-uo', '--output=.git/hooks/x', '--outp=x', '--compress-program=x']],
  ['rg', ['--pre=x', '--pre', '--hostname-bin=x']],
  ['git log', ['--output=.git/hooks/x', '--outp=x', '--ext-diff', '--textconv']],
  ['git diff', ['--output=.git/hooks/x', '--ext-diff', '-Ox']],
  ['git grep', ['--open-files-in-pager=x', '-Ox']],
  ['eslint', ['-c', '--config=x', '--rulesdir=x', '-o', '-f']],
  ['npm run lint', ['--script-shell=x', '--prefix=x', '--node-options=x', '-C']],
  ['pnpm vitest run', ['--config=x', '-r', '--dir=x', '-C']],
  ['vitest run', ['-c', '--config=x', '-r', '--environment=x', '--globalSetup=x', '-u', '--outputFile=x']],
  ['jest', ['-c', '--config=x', '--setupFiles=x', '--runner=x', '--testEnvironment=x', '-u', '--rootDir=x']],
  ['eslint src', ['--fix', '--plugin=x', '--resolve-plugins-relative-to=x', '--parser=x', '--stdin', '@x']],
  ['prettier --check', ['-w', '--write', '--plugin=x', '--config=x', '--ignore-path=x']],
  ['pytest', ['-p', '-px', '-c', '--rootdir=x', '--debug=x', '--basetemp=x', '-o', '--import-mode=x', '@x']],
  ['tsc --noEmit', ['-p', '--project=x', '-b', '--outDir=x', '--plugins', '@x']],
  ['mypy', ['--config-file=x', '--python-executable=x', '--cache-dir=x', '-p', '@x']],
  ['ruff check', ['--fix', '--config=x', '--add-noqa', '-o']],
  ['biome check', ['--write', '--fix', '--config-path=x', '--apply']],
  [
    'npm test',
    ['--script-shell=x', '--require=x', '--import=x', '--loader=x', '-r', '-c', '-p', '-w', '--config=x'],
  ],
  ['yarn test', ['--cwd=x', '--use-yarnrc=x', '--config=x', '--fix', '-c', '-u']],
  ['yarn jest', ['--config=x', '-c', '--globalSetup=x']],
  ['python3.12', ['-c']],
  ['make', ['--eval=x', '-C']],
  ['tar xf', ['--to-command=x', '-I']],
  ['npm install', ['--script-shell=x']],
]
const plain = fc.stringMatching(/^[a-z][a-z0-9./]{0,8}$/)
const used = fc.constantFrom(
  ...ACTING.flatMap(([program, options]) => options.map((o) => [program, o] as const)),
)

const commandOf = (words: readonly string[]) => splitCommand(words.join(' ')).commands[0]

function granted(rule: PermissionRule, target: string): boolean {
  const acts = [{ access: 'execute', target, outside: false, proposedRule: null }] as const
  return judge({ tool: 'bash', mode: 'ask', rules: [], grants: [rule], acts, home: '/h' }).verdict === 'allow'
}

it('what is remembered covers its own command, and never one that acts through an option', () => {
  fc.assert(
    fc.property(used, fc.array(plain), fc.array(plain), ([program, option], first, other) => {
      const command = commandOf([program, ...first])
      const rule = command === undefined ? null : proposeRule(command, false)
      if (command === undefined || rule === null) return
      expect(granted(rule, command.text)).toBe(true)
      for (const words of [
        [option, ...other],
        [...other, option],
      ]) {
        expect(granted(rule, commandOf([program, ...words])?.text ?? '')).toBe(false)
      }
    }),
  )
})

it('what is remembered is never wide for a program that is not known', () => {
  fc.assert(
    fc.property(plain, fc.array(plain, { minLength: 1 }), (name, rest) => {
      const command = commandOf([`x-${name}`, ...rest])
      if (command === undefined) return
      expect(proposeRule(command, false)?.pattern).toBe(command.text)
    }),
  )
})

it('what was remembered too widely before asks again', () => {
  const old: PermissionRule = { tool: 'bash', pattern: 'python3.12 *', action: 'allow' }
  expect(granted(old, 'python3.12 evil.py')).toBe(false)
  expect(granted({ ...old, pattern: 'python3.12 good.py' }, 'python3.12 good.py')).toBe(true)
})
