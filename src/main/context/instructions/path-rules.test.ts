import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { type MemoryTree, memoryDisk } from '../../../../test/support/disk/memory-disk.ts'
import { discoverRules } from './discover-rules.ts'
import { pathRules } from './path-rules.ts'
import { splitHeader } from './rule-folders.ts'

const signal = new AbortController().signal

/** Patterns of the test: a folder with everything in it, or one path. */
const testOf = (pattern: string) => {
  if (pattern === '[') throw AppError.forAgent('tool.failed', 'It means nothing.')
  return (path: string) => path === pattern || path.startsWith(pattern.replace('**', ''))
}
const found = async (tree: MemoryTree, file: string, root = '/app') =>
  (await pathRules(memoryDisk(tree), { root, file }, testOf, signal)).map(({ path, content }) => [
    path,
    content,
  ])

const RULES = '/app/.claude/rules'
const about = (paths: string, text: string) => `---\npaths: ${paths}\n---\n${text}\n`

describe('rules for paths', () => {
  it('are found for a file that one of their patterns matches, in folders of rules too', async () => {
    const tree = {
      [`${RULES}/api.md`]: about('src/api/**', 'Name the route.'),
      [`${RULES}/web/css.md`]: about('[src/web/**, "site/**"]', 'Use tokens.'),
      [`${RULES}/all.md`]: 'Use tabs.',
      [`${RULES}/broken.md`]: about('"["', 'Never.'),
      '/app/src/api/a.ts': 'x',
    }
    expect(await found(tree, '/app/src/api/a.ts')).toEqual([
      [`${RULES}/api.md`, 'These rules hold for files that match src/api/**.\n\nName the route.'],
    ])
    expect((await found(tree, '/app/site/a.css')).map(([path]) => path)).toEqual([`${RULES}/web/css.md`])
    expect(await found(tree, '/app/README.md')).toEqual([])
    expect(await found(tree, '/other/src/api/a.ts')).toEqual([])
  })

  it('hold above the working folder up to the repository, by paths in their own folder', async () => {
    const tree = {
      '/above/.claude/rules/x.md': about('repo/**', 'Too far.'),
      '/above/repo/.git/HEAD': 'x',
      '/above/repo/.claude/rules/app.md': about('app/**', 'Near.'),
    }
    const [[, content] = []] = await found(tree, '/above/repo/app/a.ts', '/above/repo/app')
    expect(content).toContain('Near.')
    expect(await found(tree, '/above/repo/app/a.ts', '/above/repo/app')).toHaveLength(1)
  })

  it('hold in inner folders, by paths in those folders', async () => {
    const tree = {
      [`${RULES}/all.md`]: about('**', 'Far.'),
      '/app/web/.claude/rules/css.md': about('styles/**', 'Near.'),
      '/app/web/.claude/rules/other.md': about('pages/**', 'Not here.'),
      '/app/node_modules/x/.claude/rules/x.md': about('**', 'Foreign.'),
    }
    const texts = (await found(tree, '/app/web/styles/a.css')).map(([, text]) => text?.split('\n').at(-1))
    expect(texts).toEqual(['Far.', 'Near.'])
    expect(await found(tree, '/app/node_modules/x/a.js')).toHaveLength(1)
  })

  it('are not read through a link out of the folder', async () => {
    const tree = {
      [`${RULES}/out.md`]: { linkTo: '/home/ann/secret.md' },
      '/home/ann/secret.md': about('src/**', 'Secret.'),
    }
    expect(await found(tree, '/app/src/a.ts')).toEqual([])
  })
})

it('reads rules without paths with the other rules of their folder', async () => {
  const tree = {
    '/app/.git/HEAD': 'x',
    '/app/AGENTS.md': 'First.',
    [`${RULES}/all.md`]: '---\ntitle: All\n---\nUse tabs.',
    [`${RULES}/api.md`]: about('src/api/**', 'Name the route.'),
  }
  const input = { cwd: '/app', projectRoot: '/app', home: '/home/ann', userFile: '/home/ann/AGENTS.md' }
  const { files } = await discoverRules(memoryDisk(tree), input, signal)
  expect(files.map(({ path, content }) => [path, content])).toEqual([
    ['/app/AGENTS.md', 'First.'],
    [`${RULES}/all.md`, 'Use tabs.'],
  ])
})

it.each([
  ['no header', 'Text.', null],
  ['one pattern', about('src/**/*.ts', 'x'), ['src/**/*.ts']],
  ['a quoted pattern', about('"src/**"', 'x'), ['src/**']],
  ['patterns with commas', about('a/**, b/**', 'x'), ['a/**', 'b/**']],
  ['braces', about('src/**/*.{ts,tsx}', 'x'), ['src/**/*.{ts,tsx}']],
  ['a list in brackets', about('["a/**", \'b/**\']', 'x'), ['a/**', 'b/**']],
  ['a list of lines', '---\nname: x\npaths:\n  - "a/**"\n  - b/**\nother: y\n---\nx', ['a/**', 'b/**']],
  ['an empty list', about('[]', 'x'), null],
  ['a header without an end', '---\npaths: a', null],
])('reads a header with %s', (_what, text, paths) => {
  expect(splitHeader(text).paths).toEqual(paths)
})
