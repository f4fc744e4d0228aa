import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { locatePath } from './locate-path.ts'

describe.skipIf(process.platform === 'win32')('where a path really leads', () => {
  it('follows links, also ones that lead to nothing yet', async () => {
    const { root, parent, at } = await openToolProject({ 'src/a': '' })
    const flavour = { path, home: parent }
    await mkdir(path.join(parent, 'other'))
    await symlink('../other', at('folder'))
    await symlink('../../other/new', at('src/dangling'))
    await symlink('src', at('inner'))
    await symlink('loop', at('loop'))
    const where = async (input: string) => {
      const { shown, outside } = await locatePath(root, input, flavour)
      return [shown.replace(parent, ''), outside]
    }
    expect([
      await where('inner/a'),
      await where('inner/../src/new/file'),
      await where('folder/new/file'),
      await where('src/dangling'),
      await where('src/dangling/below'),
      await where('~/x'),
    ]).toEqual([
      ['src/a', false],
      ['src/new/file', false],
      ['/other/new/file', true],
      ['/other/new', true],
      ['/other/new/below', true],
      ['/x', true],
    ])
    await expect(locatePath(root, 'loop/x', flavour)).rejects.toThrow(/link that leads to itself/)
  })

  it('never calls a path inside whose real place is not', async () => {
    const { root, parent, at } = await openToolProject({ 'a/b/c': '' })
    await mkdir(path.join(parent, 'out'))
    await symlink('../out', at('up'))
    await symlink('../../../out', at('a/b/far'))
    await symlink('..', at('a/parent'))
    const piece = fc.constantFrom('a', 'b', 'c', 'up', 'far', 'parent', '..', '.', '', '~', '/', 'new', '中')
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 7 }), async (pieces) => {
        const located = await locatePath(root, pieces.join('/'), { path, home: parent })
        expect(located.outside).toBe(!`${located.absolute}/`.startsWith(`${root}/`))
      }),
      { numRuns: 200 },
    )
  })
})
