import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const SHOT = 'Screenshot 2026-11-26 at 9.41.07\u202fAM.txt'

describe('a name that only looks like that of a file', () => {
  it.each<[string, string]>([
    [SHOT, 'Screenshot 2026-11-26 at 9.41.07 AM.txt'],
    ['a\u00a0b.txt', 'a b.txt'],
    ['cafe\u0301 1.txt', 'caf\u00e9 1.txt'],
    ['it\u2019s.txt', "it's.txt"],
    ['one \u2013 two.txt', 'one - two.txt'],
    ['plain name.txt', 'plain\u00a0name.txt'],
  ])('finds %j as %j', async (name, asked) => {
    const project = await openToolProject({ [name]: 'before\n' })
    expect((await project.run('read', { path: asked })).text).toContain('before')
    await project.run('edit', { path: asked, old_text: 'before', new_text: 'after' })
    expect(await project.content(name)).toBe('after\n')
  })

  it('is not guessed where several files could be meant', async () => {
    const project = await openToolProject({ 'a\u00a0b.txt': 'one', 'a\u202fb.txt': 'two' })
    await expect(project.run('read', { path: 'a b.txt' })).rejects.toThrow(/does not exist/)
  })

  it('is that of a new file where no file looks like it', async () => {
    const project = await openToolProject({ 'a b.txt': 'one' })
    await project.run('write', { path: 'a c.txt', content: 'two' })
    expect(await project.content('a c.txt')).toBe('two')
  })
})
