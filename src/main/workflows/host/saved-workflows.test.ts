import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { createSavedWorkflows, isScript } from './saved-workflows.ts'
import { isInside } from './scripts/script-files.ts'

const { signal } = new AbortController()
const project = ProjectId.parse('prj_00000001')
const script = (name: string) =>
  `export const meta = { name: '${name}', description: 'Does ${name}.' }\nreturn 1\n`

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'orrery-saved-'))
  for (const folder of ['own', 'user', 'bundled']) await mkdir(join(root, folder))
  await writeFile(join(root, 'bundled', 'survey.js'), script('survey'))
  await writeFile(join(root, 'own', 'mine.mjs'), script('mine'))
  await writeFile(join(root, 'elsewhere.js'), script('elsewhere'))
})
afterAll(() => rm(root, { recursive: true }))

const saved = () =>
  createSavedWorkflows({
    bundled: join(root, 'bundled'),
    user: join(root, 'user'),
    ofProject: async () => [join(root, 'own')],
  })

it('lists the scripts of every place though some in it cannot be read', async () => {
  const user = join(root, 'user')
  await mkdir(join(user, 'a-folder.js'))
  await writeFile(join(user, 'huge.js'), ' '.repeat(WORKFLOW_LIMITS.maxScriptChars * 4 + 1))
  await writeFile(join(user, 'odd.js'), 'export const meta = 7')
  await writeFile(join(user, 'words.txt'), 'no script')
  await symlink(join(root, 'nowhere.js'), join(user, 'dangling.js'))
  await symlink(join(root, 'elsewhere.js'), join(user, 'way-out.js'))
  const list = await saved().list(project)
  expect(list.map(({ name, problem }) => [name, problem?.message ?? null])).toEqual([
    ['mine', null],
    ['a-folder', 'a-folder.js is not a file.'],
    ['dangling', 'dangling.js cannot be read (ENOENT).'],
    ['huge', 'huge.js is too large for a script.'],
    ['odd', expect.stringContaining('odd.js')],
    ['way-out', 'way-out.js leads out of its folder. Put the script itself there.'],
    ['survey', null],
  ])
})

it('says when a script of the person was last written, and nothing of those that come with the app', async () => {
  const list = await saved().list(project)
  expect(
    list.filter(({ problem }) => problem === null).map(({ name, editedAt }) => [name, editedAt]),
  ).toEqual([
    ['mine', expect.any(Number)],
    ['survey', null],
  ])
})

it('reads nested scripts from the folders of workflows and from nowhere else', async () => {
  const library = saved().libraryFor(project)
  expect(await library.find({ scriptPath: 'mine.mjs' }, signal)).toEqual({
    source: script('mine'),
    fileName: 'mine.mjs',
  })
  for (const scriptPath of [
    '../elsewhere.js',
    join(root, 'elsewhere.js'),
    'way-out.js',
    'words.txt',
    'none.js',
  ]) {
    await expect(library.find({ scriptPath }, signal)).rejects.toThrow(
      `There is no script ${scriptPath} in a workflows folder.`,
    )
  }
})

it.each([
  [posix, '/home/mei/workflows', '/home/mei/workflows/a.js', true],
  [posix, '/home/mei/workflows', '/home/mei/workflows2/a.js', false],
  [posix, '/home/mei/workflows', '/home/mei/a.js', false],
  [posix, '/home/mei/我的 流程', '/home/mei/我的 流程/..a.js', true],
  [win32, 'C:\\mei\\workflows', 'C:\\mei\\workflows\\b\\a.js', true],
  [win32, 'C:\\mei\\workflows', 'D:\\mei\\workflows\\a.js', false],
  [win32, 'C:\\mei\\workflows', '\\\\server\\share\\a.js', false],
  [win32, 'C:\\mei\\workflows', 'C:\\mei\\a.js', false],
])('knows by %#: a place inside a folder', (flavour, folder, place, inside) => {
  expect(isInside(folder, place, flavour)).toBe(inside)
})

it('takes for a script only what is meant as one, right or wrong', () => {
  const found = [
    script('mine'),
    '// Mine.\n  export const meta = oops(\n',
    'The word is export const metaphor = 1',
    'correct horse battery staple',
    '',
    `export const meta = {}\n${'x'.repeat(WORKFLOW_LIMITS.maxScriptChars)}`,
  ].map(isScript)
  expect(found).toEqual([true, true, false, false, false, false])
})
