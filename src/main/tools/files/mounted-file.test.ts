import { execFileSync } from 'node:child_process'
import { linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { writeFileAtomic } from '../../lib/files/atomic-file.ts'

const mounts: string[] = []
afterEach(() => {
  for (const mount of mounts.splice(0)) execFileSync('umount', [mount])
})
const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** A file that is a mount of its own, as containers and Flatpak hand single files to a program. */
async function withMount() {
  const project = await openToolProject({ 'settings.yaml': 'port: 1\n' })
  const source = join(project.parent, 'outer.yaml')
  writeFileSync(source, 'port: 1\n')
  execFileSync('mount', ['--bind', source, project.at('settings.yaml')])
  mounts.push(project.at('settings.yaml'))
  await project.run('read', { path: 'settings.yaml' })
  return { project, source }
}

describe.skipIf(!canMount)('a file that can only be written into', () => {
  it.each([
    ['edit', { path: 'settings.yaml', old_text: 'port: 1', new_text: 'port: 2' }],
    ['write', { path: 'settings.yaml', content: 'port: 2\n' }],
  ])('is changed by %s, and no draft stays', async (tool, args) => {
    const { project } = await withMount()
    const { isError } = await project.run(tool, args)
    expect([isError, readFileSync(project.at('settings.yaml'), 'utf8'), readdirSync(project.root)]).toEqual([
      false,
      'port: 2\n',
      ['settings.yaml'],
    ])
  })

  it('is changed by the app itself', async () => {
    const { project } = await withMount()
    await writeFileAtomic(project.at('settings.yaml'), 'x')
    expect([readFileSync(project.at('settings.yaml'), 'utf8'), readdirSync(project.root)]).toEqual([
      'x',
      ['settings.yaml'],
    ])
  })

  it('stays as it is when it has other names that would change with it', async () => {
    const { project, source } = await withMount()
    linkSync(source, join(project.parent, 'other name.yaml'))
    const args = { path: 'settings.yaml', content: 'port: 2\n' }
    await expect(project.run('write', args)).rejects.toThrow(/other names \(hard links\)/)
    expect([readFileSync(source, 'utf8'), readdirSync(project.root)]).toEqual([
      'port: 1\n',
      ['settings.yaml'],
    ])
  })
})
