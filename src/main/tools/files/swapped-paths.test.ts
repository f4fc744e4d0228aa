import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

type Project = Awaited<ReturnType<typeof openToolProject>>

const SECRET = 'a secret outside'

/** Allows a call as it is planned now, then changes the disk, then runs it with that plan. */
async function swapped(project: Project, tool: string, args: object, swap: () => Promise<unknown>) {
  const opened = project.toolbox.find(tool)?.open(args)
  if (opened?.ok !== true) throw new Error('The call does not open.')
  const signal = AbortSignal.timeout(30_000)
  const plan = await opened.call.plan(project.context, signal)
  await swap()
  return await opened.call.run(project.context, signal, plan).then(
    ({ text }) => text,
    (error: Error) => `refused: ${error.message}`,
  )
}

describe.skipIf(process.platform === 'win32')('a path that is swapped after the check', () => {
  let project: Project
  let outside = ''
  beforeEach(async () => {
    project = await openToolProject({ 'sub/a.txt': 'inside\n', 'other/a.txt': 'inside\n' })
    outside = path.join(project.parent, 'outside')
    await mkdir(outside)
    await writeFile(path.join(outside, 'a.txt'), `${SECRET}\n`)
    await project.run('read', { path: 'sub/a.txt' })
  })
  const folderForLink = async () => {
    await rename(project.at('sub'), project.at('was sub'))
    await symlink(outside, project.at('sub'), 'dir')
  }
  const fileForLink = async () => {
    await rm(project.at('sub/a.txt'))
    await symlink(path.join(outside, 'a.txt'), project.at('sub/a.txt'))
  }

  it.each<[string, object]>([
    ['write', { path: 'sub/new.txt', content: 'x' }],
    ['write', { path: 'sub/deep/er/new.txt', content: 'x' }],
    ['edit', { path: 'sub/a.txt', old_text: 'inside', new_text: 'x' }],
  ])('is not written outside by %s %j', async (tool, args) => {
    expect(await swapped(project, tool, args, folderForLink)).toMatch(/^refused: /)
    expect(await readdir(outside)).toEqual(['a.txt'])
    expect(await readFile(path.join(outside, 'a.txt'), 'utf8')).toBe(`${SECRET}\n`)
  })

  it.each<[string, object]>([
    ['read', { path: 'sub/a.txt' }],
    ['list', { path: 'sub' }],
    ['glob', { path: 'sub', pattern: '*' }],
    ['grep', { path: 'sub', pattern: '.' }],
  ])('is not read outside by %s', async (tool, args) => {
    expect(await swapped(project, tool, args, folderForLink)).toMatch(/^refused: .*leads elsewhere/)
  })

  it('does not follow a file that became a link', async () => {
    const edit = { path: 'sub/a.txt', old_text: 'inside', new_text: 'x' }
    const seen = [await swapped(project, 'read', { path: 'sub/a.txt' }, fileForLink)]
    await rm(project.at('sub/a.txt'))
    await project.put('sub/a.txt', 'inside\n')
    seen.push(await swapped(project, 'edit', edit, fileForLink))
    expect(seen.every((each) => each.startsWith('refused: '))).toBe(true)
    expect(await readFile(path.join(outside, 'a.txt'), 'utf8')).toBe(`${SECRET}\n`)
  })

  it('is not written when the file holds something else, or is there by now', async () => {
    const edit = { path: 'sub/a.txt', old_text: 'inside', new_text: 'x' }
    const fresh = { path: 'sub/fresh.txt', content: 'x' }
    const answers = [
      await swapped(project, 'edit', edit, () => project.put('sub/a.txt', 'inside too\n')),
      await swapped(project, 'write', fresh, () => project.put('sub/fresh.txt', 'mine\n')),
    ]
    expect(answers).toEqual([
      expect.stringMatching(/changed since it was read/),
      expect.stringMatching(/has not been read yet/),
    ])
    expect([await project.content('sub/a.txt'), await project.content('sub/fresh.txt')]).toEqual([
      'inside too\n',
      'mine\n',
    ])
  })
})
