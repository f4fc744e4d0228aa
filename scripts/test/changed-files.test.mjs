import { expect, it } from 'vitest'
import { changedFiles, lintable, testsBeside } from './changed-files.mjs'

it('lists what differs from origin/main, and untracked files, once each', () => {
  /** @type {string[][]} */
  const asked = []
  const answers = ['abc\n', 'package.json\ngone.ts\n', 'README.md\npackage.json\n']
  const files = changedFiles((args) => {
    asked.push([...args])
    return answers.shift() ?? ''
  })
  expect(files).toEqual(['package.json', 'README.md'])
  expect(asked[1]).toEqual(['diff', '--name-only', '--diff-filter=d', 'abc'])
})

it('compares with the last commit where there is no origin/main', () => {
  /** @type {string[][]} */
  const asked = []
  changedFiles((args) => {
    asked.push([...args])
    if (args[0] === 'merge-base') throw new Error('fatal: Not a valid object name origin/main')
    return ''
  })
  expect(asked[1]?.at(-1)).toBe('HEAD')
})

it('lints what the linter reads', () => {
  expect(lintable(['a.ts', 'b.tsx', 'c.mjs', 'd.png', 'e.md', 'f.css', 'g.sql'])).toEqual([
    'a.ts',
    'b.tsx',
    'c.mjs',
    'e.md',
    'f.css',
  ])
})

it('finds the tests of changed files', () => {
  const there = new Set(['a.test.ts', 'c.test.mjs'])
  expect(testsBeside(['a.ts', 'a.test.ts', 'b.ts', 'c.mjs', 'd.md'], (path) => there.has(path))).toEqual([
    'a.test.ts',
    'c.test.mjs',
  ])
})
