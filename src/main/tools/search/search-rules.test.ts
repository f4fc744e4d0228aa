import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { noRipgrep, openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { judge } from '../permission/judge.ts'

const FILES = {
  '.env': 'needle 1\n',
  'app/.env': 'needle 2\n',
  'app/main.ts': 'needle 3\n',
  'secrets/key.pem': 'needle 4\n',
  'secrets/deep/通行.txt': 'needle 5\n',
  'docs/key.pem': 'needle 6\n',
}
const deny = (pattern: string): PermissionRule => ({ tool: 'read', pattern, action: 'deny' })
const clean = (text: string) => text.replace(/\n?\(ripgrep is not available.*$/, '')
const sorted = (text: string) => clean(text).split('\n').toSorted()

describe.each([
  ['with ripgrep', {}],
  ['without ripgrep', { ripgrep: noRipgrep() }],
])('searching %s under rules that keep files from being read', (_how, more) => {
  const open = (rules: PermissionRule[]) => openToolProject(FILES, { ...more, rules })

  it.each(['content', 'files', 'count'])('tells nothing of what is in them as %s', async (output) => {
    const project = await open([deny('.env'), deny('secrets/**')])
    const { text, details } = await project.run('grep', { pattern: 'needle', output })
    expect(text).not.toMatch(/\.env|secrets|needle [1245]/)
    expect(details).toMatchObject({ matches: 2, files: 2, truncated: false })
  })

  it('answers alike whether such a file has a match or not', async () => {
    const project = await open([deny('secrets/**')])
    const answers = await Promise.all(
      ['needle 4', 'needle 9'].map((pattern) => project.run('grep', { pattern, path: 'secrets' })),
    )
    expect(answers.map(({ text }) => clean(text))).toEqual(['Nothing matches.', 'Nothing matches.'])
  })

  it('names single files and not what is in a closed folder', async () => {
    const project = await open([deny('.env'), deny('secrets/**'), deny('*.pem')])
    const { text } = await project.run('glob', { pattern: '**/*' })
    expect(sorted(text)).toEqual(['.env', 'app/.env', 'app/main.ts', 'docs/key.pem'])
    const closed = await project.run('glob', { pattern: '*', path: 'secrets' })
    expect(clean(closed.text)).toBe('No file matches.')
  })

  it('knows a file by its place in the project when the search begins above it', async () => {
    const project = await open([deny('secrets/**')])
    const { text } = await project.run('grep', { pattern: 'needle', path: '..', output: 'files' })
    expect(text).not.toContain('secrets')
    expect(text).toContain('app/main.ts')
  })

  it('shows no line of a file that the rules deny, whatever they are', async () => {
    const pattern = fc.constantFrom(
      '.env',
      'app',
      'app/**',
      'secrets/*',
      '**/key.pem',
      'SECRETS',
      '*.ts',
      '*',
    )
    const action = fc.constantFrom('deny' as const, 'ask' as const, 'allow' as const)
    const tool = fc.constantFrom('read', 'grep', '*', 'edit')
    const rules = fc.array(fc.record({ tool, pattern, action }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(rules, async (list) => {
        const project = await open(list)
        const { text } = await project.run('grep', { pattern: 'needle', output: 'files' })
        const shown = sorted(text).filter((line) => line in FILES)
        const readable = Object.keys(FILES).filter((target) => {
          const act = { access: 'read', target, outside: false, proposedRule: null } as const
          const input = { mode: 'ask', rules: [list], grants: [], acts: [act], home: project.parent } as const
          return judge({ ...input, tool: 'grep' }).verdict === 'allow'
        })
        expect(shown).toEqual(readable.toSorted())
      }),
      { numRuns: 15 },
    )
  })
})

it('lists no entries of a closed folder, and the folder itself', async () => {
  const project = await openToolProject(FILES, { rules: [deny('secrets/**')] })
  const [root, closed] = [await project.run('list', {}), await project.run('list', { path: 'secrets' })]
  expect([root.text.includes('secrets/'), closed.text]).toEqual([true, 'secrets:\n(the folder is empty)'])
})
