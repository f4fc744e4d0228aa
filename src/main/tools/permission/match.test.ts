import { describe, expect, it } from 'vitest'
import { matchesCommand, matchesPath } from './match.ts'
import { escapePattern } from './pattern.ts'

describe('a command pattern', () => {
  it.each<[string, string, boolean]>([
    ['git status', 'git status', true],
    ['git status', 'git status -s', false],
    ['pnpm vitest run *', 'pnpm vitest run', true],
    ['pnpm vitest run *', 'pnpm vitest run src/a.test.ts -t x', true],
    ['pnpm vitest run *', 'pnpm vitest runner', false],
    ['git *', 'github', false],
    ['git*', 'github', true],
    ['*', 'anything at all\nhere', true],
    ['npm run test:*', 'npm run test:unit', true],
    ['git * --force', 'git push origin --force', true],
    ['a.b', 'axb', false],
    ['rm \\*.log', 'rm *.log', true],
    ['rm \\*.log', 'rm a.log', false],
    ['type C:\\temp\\a', 'type C:\\temp\\a', true],
    ['echo é', 'echo e\u0301', true],
    ['(x', '(x', true],
  ])('%j against %j: %s', (pattern, command, matches) => {
    expect(matchesCommand(pattern, command, 'exact')).toBe(matches)
  })

  it('looks past the case only to refuse', () => {
    expect([matchesCommand('rm *', 'RM x', 'any'), matchesCommand('rm *', 'RM x', 'exact')]).toEqual([
      true,
      false,
    ])
  })

  it.each(['rm *.log', 'a\\b', '**', 'C:\\*', 'plain'])('%j escaped matches itself only', (text) => {
    const pattern = escapePattern(text)
    expect([matchesCommand(pattern, text, 'exact'), matchesCommand(pattern, `${text}x`, 'exact')]).toEqual([
      true,
      false,
    ])
  })
})

describe('upper and lower case in refusals', () => {
  it.each([
    ['RM X', 'rm x'],
    ['ΑΣ*', 'ας και'],
    ['straẞe', 'STRASSE'],
    ['Éa', 'e\u0301A'],
    ['ſh', 'SH'],
  ])('%j covers %j', (pattern, command) => {
    expect(matchesCommand(pattern, command, 'any')).toBe(true)
  })
})

describe('the cost of a rule', () => {
  it.each([
    ['*curl*|*sh*', 'curl '.repeat(20_000)],
    ['*rm*-r*-f*', 'rm -r '.repeat(16_000)],
    ['*a'.repeat(500), 'a'.repeat(100_000)],
    [`*${'a'.repeat(1_000)}b*`, 'a'.repeat(100_000)],
  ])('%.20s against a command of 100 KB stays small', (pattern, command) => {
    const began = performance.now()
    matchesCommand(pattern, command, 'any')
    expect(performance.now() - began).toBeLessThan(500)
  })

  it('stays small for folders in folders', () => {
    const began = performance.now()
    expect(matchesPath(`${'**/a/'.repeat(30)}b`, `${'a/'.repeat(2_000)}c`, '/home/ada', 'any')).toBe(false)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

describe('a path pattern', () => {
  it.each<[string, string, boolean]>([
    ['src/a.ts', 'src/a.ts', true],
    ['./src/a.ts', 'src/a.ts', true],
    ['src/*', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**', 'src/deep/a.ts', true],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/x/y/a.ts', true],
    ['**/a.ts', 'a.ts', true],
    ['src/', 'src/deep/a.ts', true],
    ['src', 'src/a.ts', true],
    ['src/**', 'source/a.ts', false],
    ['.env', '.env', true],
    ['.env', 'packages/a/.env', true],
    ['.env', 'packages/a/.env.local', false],
    ['*.pem', 'keys/a.pem', true],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['~/.ssh/**', '/home/ada/.ssh/id', true],
    ['/etc/*', '/etc/passwd', true],
    ['/etc/*', 'etc/passwd', false],
    ['C:/keys/**', 'C:/keys/a', true],
    ['//server/share/**', '//server/share/a', true],
    ['文档/**', '文档/笔记.md', true],
  ])('%j against %j: %s', (pattern, path, matches) => {
    expect(matchesPath(pattern, path, '/home/ada', 'exact')).toBe(matches)
  })
})
