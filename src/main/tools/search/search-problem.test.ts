import { describe, expect, it } from 'vitest'
import { noRipgrep, openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import type { Ripgrep } from './ripgrep.ts'
import { searchProblem } from './search-problem.ts'

describe('a search that fails', () => {
  it.each([
    ['rg: compiled regex exceeds size limit of 104857600', /^The pattern is too large/],
    ["rg: error parsing glob 'a[b': unclosed character class; missing ']'", /^`include` is no pattern/],
    ['spawn /opt/rg EACCES', /could not be started/],
    ['rg: something unheard of', /^The search failed: something unheard of$/],
    [
      'rg: ./a/b: IO error for operation on ./a/b: No such file or directory (os error 2)',
      /^What could not be read: a\/b \(gone\)\.$/,
    ],
    [
      ['a', 'b', 'c', 'd'].map((name) => `rg: ./${name}: Permission denied (os error 13)`).join('\n'),
      /^What could not be read: a \(no permission\), b \(no permission\), c \(no permission\) and others\.$/,
    ],
    ['rg: ./a: Input/output error (os error 5)', /^What could not be read: a \(input\/output error\)\.$/],
  ])('is explained in own words: %s', (problem, words) => {
    expect(searchProblem(problem)).toMatch(words)
  })

  it('names no program for a pattern that grows too large', async () => {
    const project = await openToolProject({ 'a.txt': 'a\n' })
    const failure = project.run('grep', { pattern: '\\w{1000}{1000}' })
    await expect(failure).rejects.toThrow(/^The pattern is too large/)
  })

  it('names no program for an include that is no pattern', async () => {
    const project = await openToolProject({ 'a.txt': 'a\n' })
    await expect(project.run('grep', { pattern: 'a', include: 'a\\' })).rejects.toThrow(/no pattern for file/)
  })

  it('still shows what it found, and says what it could not read', async () => {
    const ripgrep: Ripgrep = {
      ...noRipgrep(),
      working: async () => true,
      lines: async (_args, _cwd, take) => {
        take('./a.txt\x001:tide')
        return { by: 'failure', problem: 'rg: ./b: Permission denied (os error 13)' }
      },
    }
    const project = await openToolProject({ 'a.txt': 'tide\n' }, { ripgrep })
    const { text } = await project.run('grep', { pattern: 'tide' })
    expect(text).toBe('a.txt\n  1: tide\n(not complete. What could not be read: b (no permission).)')
  })
})
