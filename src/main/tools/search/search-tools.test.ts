import { utimes } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { noRipgrep, openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const FILES = {
  '.gitignore': 'ignored.txt\nbuild/\n',
  '.git/config': 'needle',
  '.hidden/a.txt': 'needle here\n',
  'ignored.txt': 'needle',
  'build/out.txt': 'needle',
  'node_modules/x/a.txt': 'nothing',
  'src/a.ts': 'one\nneedle 1\nthree\nNeedle 2\r\nfive\n',
  'src/b.ts': 'const needle = 3\n',
  'src/latin.txt': Buffer.from('caf\xe9 needle', 'latin1'),
  'src/binary': Buffer.from('\0needle'),
}

describe.each([
  ['with ripgrep', {}],
  ['without ripgrep', { ripgrep: noRipgrep() }],
])('searching %s', (how, more) => {
  const fast = how === 'with ripgrep'
  const clean = (text: string) => text.replace(/\n\(ripgrep is not available.*$/, '')

  it('finds files, the newest first', async () => {
    const project = await openToolProject(FILES, more)
    await utimes(project.at('src/b.ts'), 2_000_000_000, 2_000_000_000)
    const { text, details } = await project.run('glob', { pattern: '*.ts' })
    expect([clean(text), details]).toEqual([
      'src/b.ts\nsrc/a.ts',
      { kind: 'glob', pattern: '*.ts', files: 2, truncated: false },
    ])
    expect(text.includes('slower')).toBe(!fast)
  })

  it('searches a folder below with paths from the project', async () => {
    const project = await openToolProject(FILES, more)
    const { text } = await project.run('glob', { pattern: '*.ts', path: 'src' })
    expect(clean(text).split('\n').sort()).toEqual(['src/a.ts', 'src/b.ts'])
  })

  it('counts hidden files and leaves out git', async () => {
    const project = await openToolProject(FILES, more)
    const { text } = await project.run('grep', { pattern: 'needle', output: 'files' })
    const names = clean(text).split('\n')
    expect(names).toEqual(expect.arrayContaining(['.hidden/a.txt', 'src/a.ts', 'src/b.ts', 'src/latin.txt']))
    expect(names.includes('.git/config')).toBe(false)
    expect(names.includes('ignored.txt') || names.includes('build/out.txt')).toBe(!fast)
  })

  it('shows lines with what is around them', async () => {
    const project = await openToolProject(FILES, more)
    const args = { pattern: 'needle', path: 'src', include: '*.ts', context: 1, case_insensitive: true }
    const { text, details } = await project.run('grep', args)
    const parts = clean(text).split('\n\n').sort()
    expect([parts, details]).toEqual([
      [
        'src/a.ts\n  1- one\n  2: needle 1\n  3- three\n  4: Needle 2\n  5- five',
        'src/b.ts\n  1: const needle = 3',
      ],
      { kind: 'grep', pattern: 'needle', matches: 3, files: 2, truncated: false },
    ])
  })

  it('counts matches and searches a single file', async () => {
    const project = await openToolProject(FILES, more)
    const { text } = await project.run('grep', { pattern: 'e', path: 'src/a.ts', output: 'count' })
    expect(clean(text)).toBe('src/a.ts: 5')
  })

  it('says how many more there are', async () => {
    const project = await openToolProject({ a: 'x\n'.repeat(50) }, more)
    const { text, details } = await project.run('grep', { pattern: 'x', max_results: 2 })
    expect([clean(text), details]).toMatchObject([
      'a\n  1: x\n  2: x\n(48 more matches; narrow the search or raise max_results)',
      { matches: 50, truncated: true },
    ])
  })

  it('takes an include with folders relative to the search', async () => {
    const project = await openToolProject(FILES, more)
    const { text } = await project.run('grep', { pattern: 'needle', include: 'src/*.ts', output: 'files' })
    expect(clean(text)).toBe('src/a.ts\nsrc/b.ts')
  })

  it.each(['needle(x', '[needle', 'needle)', '*needle'])(
    'searches the words of %s, which is no regular expression',
    async (pattern) => {
      const project = await openToolProject({ a: `one\nlet ${pattern} = 1\nneedle\n` }, more)
      const { text, details } = await project.run('grep', { pattern })
      expect(clean(text.replace('\n(read literally: the pattern is no regular expression)', ''))).toBe(
        `a\n  2: let ${pattern} = 1`,
      )
      expect(text).toContain('(read literally')
      expect(details).toMatchObject({ pattern, matches: 1 })
    },
  )

  it('shows lines before and after a match', async () => {
    const project = await openToolProject({ a: '1\n2\nneedle\n4\n5\n' }, more)
    const { text } = await project.run('grep', { pattern: 'needle', before: 2, after: 1 })
    expect(clean(text)).toBe('a\n  1- 1\n  2- 2\n  3: needle\n  4- 4')
  })

  it.each(['two\\n\\s+needle', 'two\n  needle', '(?s)two.*needle', '[a-z]wo[\\s\\S]{1,4}needle'])(
    'finds what %j matches over several lines, or says that it cannot',
    async (pattern) => {
      const project = await openToolProject({ a: 'one\ntwo\n  needle\nfour\n', b: 'needle\n' }, more)
      const searched = project.run('grep', { pattern })
      if (!fast) return await expect(searched).rejects.toThrow(/Without ripgrep/)
      const { text, details } = await searched
      expect(text).toBe('a\n  2: two\n  3:   needle')
      expect(details).toMatchObject({ matches: 2, files: 1 })
    },
  )

  it('goes line by line where a pattern does not ask for more', async () => {
    const project = await openToolProject({ a: 'one\n\nneedle\n' }, more)
    expect(clean((await project.run('grep', { pattern: 'one\\s+needle' })).text)).toBe('Nothing matches.')
    expect(clean((await project.run('grep', { pattern: 'a\\\\n' })).text)).toBe('Nothing matches.')
  })

  it('explains a broken pattern and says when there is nothing', async () => {
    const project = await openToolProject(FILES, more)
    await expect(project.run('grep', { pattern: 'need(?=le)' })).rejects.toThrow(/no lookaround/)
    await expect(project.run('grep', { pattern: '(n)\\1' })).rejects.toThrow(/no reference back/)
    expect(clean((await project.run('grep', { pattern: 'not-there-at-all' })).text)).toBe('Nothing matches.')
    expect(clean((await project.run('glob', { pattern: 'not-there' })).text)).toBe('No file matches.')
  })

  describe('in folders with the signs that patterns use', () => {
    const ROUTES = {
      'app/[id]/page.tsx': 'needle\n',
      'app/[...slug]/page.tsx': 'needle\n',
      'app/(shop)/@modal/page.tsx': 'needle\n',
      'app/i/page.tsx': 'other\n',
      'app/[lang-code].tsx': 'needle\n',
      'a{b}.txt': 'needle\n',
    }
    const paths = (text: string) => text.split('\n').filter((line) => line.includes('.t'))

    it.each([
      ['app/[id]/page.tsx', ['app/[id]/page.tsx', 'app/i/page.tsx']],
      ['app/[id]/*.tsx', ['app/[id]/page.tsx', 'app/i/page.tsx']],
      ['app/[hij]/*.tsx', ['app/i/page.tsx']],
      ['app/[...slug]/**/*.tsx', ['app/[...slug]/page.tsx']],
      ['app/(shop)/**/*.tsx', ['app/(shop)/@modal/page.tsx']],
      ['app/[lang-code].tsx', ['app/[lang-code].tsx']],
      ['a{b}.txt', ['a{b}.txt']],
    ])('%s finds files that are called so', async (pattern, found) => {
      const project = await openToolProject(ROUTES, more)
      expect(paths((await project.run('glob', { pattern })).text).sort()).toEqual(found)
    })

    it('finds by name in such a folder', async () => {
      const project = await openToolProject(ROUTES, more)
      const globbed = await project.run('glob', { pattern: '*.tsx', path: 'app/[id]' })
      const searched = await project.run('grep', { pattern: 'needle', path: 'app/[...slug]' })
      expect([paths(globbed.text), paths(searched.text)]).toEqual([
        ['app/[id]/page.tsx'],
        ['app/[...slug]/page.tsx'],
      ])
    })

    it.each([
      ['[lang-code].tsx', ['app/[lang-code].tsx']],
      ['a{b}.txt', ['a{b}.txt']],
      ['app/[id]/*.tsx', ['app/[id]/page.tsx']],
    ])('searches only files that %s names', async (include, found) => {
      const project = await openToolProject(ROUTES, more)
      const { text } = await project.run('grep', { pattern: 'needle', include, output: 'files' })
      expect(paths(text)).toEqual(found)
    })
  })

  it('shows a long line cut, in every script', async () => {
    const long = { 'a.js': `${'a'.repeat(300_000)}\nshort a\n`, '中.txt': `${'中'.repeat(300_000)}a\n` }
    const project = await openToolProject(long, more)
    const ascii = await project.run('grep', { pattern: 'a', path: 'a.js' })
    expect(clean(ascii.text)).toBe(`a.js\n  1: ${'a'.repeat(500)} … (line cut)\n  2: short a`)
    const chinese = await project.run('grep', { pattern: '中', path: '中.txt' })
    expect(clean(chinese.text)).toBe(`中.txt\n  1: ${'中'.repeat(500)} … (line cut)`)
  })

  it('shows no more text than can be read', async () => {
    const project = await openToolProject({ a: `${'a'.repeat(600)}\n`.repeat(3_000) }, more)
    const { text, details } = await project.run('grep', { pattern: 'a', context: 20, max_results: 1_000 })
    expect([text.length < 210_000, details]).toMatchObject([true, { matches: 3_000, truncated: true }])
    expect(text).toMatch(/\(2\d\d\d more matches;/)
  })

  it('stops when it is told to', async () => {
    const project = await openToolProject(FILES, more)
    await expect(project.run('grep', { pattern: 'x' }, AbortSignal.abort())).rejects.toThrow()
    await expect(project.run('glob', { pattern: 'x' }, AbortSignal.abort())).rejects.toThrow()
  })
})

it('heeds .gitignore even for files that are named', async () => {
  const project = await openToolProject(FILES)
  const glob = await project.run('glob', { pattern: '*.txt' })
  const grep = await project.run('grep', { pattern: 'needle', include: '*.txt', output: 'files' })
  expect([glob.text.split('\n').sort(), grep.text.split('\n').sort()]).toEqual([
    ['.hidden/a.txt', 'node_modules/x/a.txt', 'src/latin.txt'],
    ['.hidden/a.txt', 'src/latin.txt'],
  ])
})

it('refuses patterns that could run for ever when nothing could stop them', async () => {
  const project = await openToolProject({ a: 'x' }, { ripgrep: noRipgrep() })
  await expect(project.run('grep', { pattern: '(a+)+$' })).rejects.toThrow(/cannot be searched safely/)
})

it('treats a pattern that looks like an option as a pattern', async () => {
  const project = await openToolProject({ '-x': '--files\n' })
  expect((await project.run('grep', { pattern: '--files' })).text).toBe('-x\n  1: --files')
})

it('reads lines in Latin-1 and marks of line ends as they are', async () => {
  const project = await openToolProject({
    '文.txt': Buffer.from('caf\xe9 needle\r\nold\rneedle: 1:2-3\n', 'latin1'),
  })
  const { text } = await project.run('grep', { pattern: 'needle' })
  expect(text).toBe('文.txt\n  1: café needle\n  2: old\rneedle: 1:2-3')
})

it('searches a file that is named whatever it holds', async () => {
  const project = await openToolProject({ binary: Buffer.from('\0one\nneedle\n') })
  expect((await project.run('grep', { pattern: 'needle', path: 'binary' })).text).toBe('binary\n  2: needle')
  expect((await project.run('grep', { pattern: 'needle' })).text).toBe('Nothing matches.')
})

it.runIf(process.platform === 'linux')('takes no part of a name for a name', async () => {
  const project = await openToolProject({ 'x\ny.txt': 'needle\nneedle\n', 'z.txt': 'needle\n' })
  expect((await project.run('grep', { pattern: 'needle', output: 'files' })).text).toBe('z.txt')
})

it('needs little memory for a long line with a match at every letter', async () => {
  const project = await openToolProject({ 'bundle.min.js': 'a'.repeat(12_000_000) })
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 5)
  const { text } = await project.run('grep', { pattern: 'a' })
  clearInterval(timer)
  expect(text.length).toBeLessThan(1_000)
  expect(peak - before).toBeLessThan(100_000_000)
})

it('lets others have their turn in a search without ripgrep', async () => {
  const line = `${'a'.repeat(1_990)}\n`
  const project = await openToolProject({ a: line.repeat(400) }, { ripgrep: noRipgrep() })
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  await project.run('grep', { pattern: '\\b.*\\b.*\\b.*=' })
  clearInterval(timer)
  expect(longest).toBeLessThan(500)
})

it.each([
  [{ path: 'src/**', pattern: '*.ts' }, 'src/lib/b.ts\nsrc/a.ts'],
  [{ path: 'src/*', pattern: '*.ts' }, 'src/lib/b.ts'],
  [{ path: 'odd{x}', pattern: '*' }, 'odd{x}/d'],
])('finds files by a pattern in the path: %o', async (args, expected) => {
  const project = await openToolProject({ 'src/a.ts': '', 'src/lib/b.ts': '', 'c.md': '', 'odd{x}/d': '' })
  const { text } = await project.run('glob', args)
  expect(text.split('\n').sort()).toEqual(expected.split('\n').sort())
})

it('says that a folder is not there, or that it is a file', async () => {
  const project = await openToolProject({ 'a.ts': '' })
  await expect(project.run('glob', { pattern: '*', path: 'nope' })).rejects.toThrow(
    'The folder nope does not exist.',
  )
  await expect(project.run('glob', { pattern: '*', path: 'a.ts' })).rejects.toThrow('a.ts is a file')
})
