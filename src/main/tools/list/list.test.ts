import { symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { noRipgrep, openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const FILES = {
  '.gitignore': 'node_modules\n*.log\n',
  'node_modules/x/index.js': 'x',
  'a.log': 'x',
  'src/lib/deep/a.ts': 'x',
  'src/b.ts': 'x',
}

describe('listing a folder', () => {
  it('marks what searches skip', async () => {
    const project = await openToolProject(FILES)
    await project.run('bash', { command: 'mkdir empty .git && touch .git/HEAD' })
    expect((await project.run('list', {})).text).toBe(
      [
        '.:',
        '.git/',
        'empty/',
        'node_modules/  (ignored)',
        'src/',
        '.gitignore  19 bytes',
        'a.log  1 bytes  (ignored)',
        '(ignored: `glob` and `grep` skip it)',
      ].join('\n'),
    )
  })

  it('shows up to three levels, and nothing of what is ignored or behind a link', async () => {
    const project = await openToolProject(FILES)
    await symlink('src', project.at('link'))
    const { text, details } = await project.run('list', { depth: 3 })
    expect(text.split('\n').slice(1, 7)).toEqual([
      'node_modules/  (ignored)',
      'src/',
      '  lib/',
      '    deep/',
      '  b.ts  1 bytes',
      '.gitignore  19 bytes',
    ])
    expect(text).toContain('link -> src\n')
    expect(details).toEqual({ kind: 'list', path: '.', entries: 5 })
    expect((await project.run('list', { path: 'src', depth: 2 })).text).toBe(
      'src:\nlib/\n  deep/\nb.ts  1 bytes',
    )
  })

  it('leaves out what a rule closes, also further down', async () => {
    const rules = [{ tool: 'read', pattern: 'src/lib/**', action: 'deny' as const }]
    const project = await openToolProject(FILES, { rules })
    const { text } = await project.run('list', { path: 'src', depth: 3 })
    expect(text).not.toContain('deep')
  })

  it('shows part of a large folder further down', async () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`src/f${at}`, '']))
    const project = await openToolProject(many)
    const { text } = await project.run('list', { depth: 2 })
    expect(text).toContain('\n  f59  0 bytes\n  (10 more entries not shown)')
  })

  it('marks nothing where ripgrep does not work', async () => {
    const project = await openToolProject(FILES, { ripgrep: noRipgrep() })
    expect((await project.run('list', {})).text).not.toContain('ignored)')
  })
})
