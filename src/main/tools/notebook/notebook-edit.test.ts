import { expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const CELLS = [
  { cell_type: 'markdown', id: 'intro', metadata: {}, source: ['# Gauges\n', 'Above the sea.'] },
  {
    cell_type: 'code',
    id: 'plot',
    execution_count: 3,
    metadata: { tags: ['keep'] },
    outputs: [{ output_type: 'stream', name: 'stdout', text: ['up\n'] }],
    source: ['plot(1)\n', 'print("up")'],
  },
]
const fileOf = (cells: readonly unknown[]) =>
  `${JSON.stringify({ cells, metadata: { zoom: 1 }, nbformat: 4, nbformat_minor: 5 }, null, 1).replace('"zoom": 1', '"zoom": 1.0')}\n`

async function opened(content = fileOf(CELLS)) {
  const project = await openToolProject({ 'a.ipynb': content })
  await project.run('read', { path: 'a.ipynb' })
  return project
}

it('replaces the source of a cell, drops its old outputs and leaves every other letter', async () => {
  const project = await opened()
  const args = { path: 'a.ipynb', cell: 'plot', source: 'plot(2)\nprint("up")' }
  const { preview } = await project.plan('notebook_edit', args)
  const lines = ['-[cell: code, id plot, run 3]', '-plot(1)', '+[cell: code, id plot]', '+plot(2)']
  expect(preview).toMatchObject({ kind: 'diff', diff: { hunks: [{ lines: expect.arrayContaining(lines) }] } })
  const { text, details } = await project.run('notebook_edit', args)
  expect(text).toContain('Cell 2 replaced in a.ipynb, 2 lines added, 4 removed:\n')
  expect(details).toMatchObject({ kind: 'edit', path: 'a.ipynb', cells: { added: 2 } })
  const [, plot] = CELLS
  const next = { ...plot, execution_count: null, outputs: [], source: ['plot(2)\n', 'print("up")'] }
  expect(await project.content('a.ipynb')).toBe(fileOf([CELLS[0], next]))
})

it('inserts after a cell or first, and deletes', async () => {
  const project = await opened()
  await project.run('notebook_edit', { path: 'a.ipynb', action: 'insert', cell: '1', source: 'x = 1\n' })
  await project.run('notebook_edit', {
    path: 'a.ipynb',
    action: 'insert',
    type: 'markdown',
    source: 'Before all.',
  })
  await project.run('notebook_edit', { path: 'a.ipynb', action: 'delete', cell: 'cell-4' })
  const code = { cell_type: 'code', execution_count: null, id: 'call', metadata: {}, outputs: [] }
  const first = { cell_type: 'markdown', id: 'call-1', metadata: {}, source: ['Before all.'] }
  expect(await project.content('a.ipynb')).toBe(fileOf([first, CELLS[0], { ...code, source: ['x = 1\n'] }]))
})

it('keeps CRLF and files on one line as they are', async () => {
  const crlf = await opened(fileOf(CELLS).replaceAll('\n', '\r\n'))
  await crlf.run('notebook_edit', { path: 'a.ipynb', cell: '1', source: '# Tides' })
  const next = { ...CELLS[0], source: ['# Tides'] }
  expect(await crlf.content('a.ipynb')).toBe(fileOf([next, CELLS[1]]).replaceAll('\n', '\r\n'))
  const line = await opened('{"cells":[],"nbformat":4,"nbformat_minor":4,"metadata":{}}')
  await line.run('notebook_edit', { path: 'a.ipynb', action: 'insert', type: 'raw', source: 'a' })
  expect(await line.content('a.ipynb')).toBe(
    '{"cells":[{"cell_type":"raw","metadata":{},"source":["a"]}],"nbformat":4,"nbformat_minor":4,"metadata":{}}',
  )
})

it('writes a cell of another type anew, with its id and metadata', async () => {
  const project = await opened()
  await project.run('notebook_edit', { path: 'a.ipynb', cell: '2', type: 'markdown', source: 'a\nb' })
  const next = { cell_type: 'markdown', id: 'plot', metadata: { tags: ['keep'] }, source: ['a\n', 'b'] }
  expect(await project.content('a.ipynb')).toBe(fileOf([CELLS[0], next]))
})

it.each([
  [{ cell: '3', source: '' }, 'there is no cell 3. It has 2, numbered from 1.'],
  [{ cell: '0', source: '' }, 'there is no cell 0.'],
  [{ source: '' }, 'to replace a cell, give `cell`'],
  [{ cell: '1' }, 'give its new `source`'],
  [{ action: 'insert' }, 'to insert a cell, give its `source`'],
])('refuses %j', async (args, why) => {
  const project = await opened()
  await expect(project.run('notebook_edit', { path: 'a.ipynb', ...args })).rejects.toThrow(why)
})

it('needs a read, and a notebook', async () => {
  const project = await openToolProject({ 'a.ipynb': fileOf(CELLS), 'b.ipynb': '{"cells": 3}' })
  const edit = (path: string) => project.run('notebook_edit', { path, cell: '1', source: '' })
  await expect(edit('a.ipynb')).rejects.toThrow('has not been read yet')
  await project.run('read', { path: 'b.ipynb' })
  await expect(edit('b.ipynb')).rejects.toThrow('b.ipynb is no notebook of format 4')
  await expect(edit('gone.ipynb')).rejects.toThrow('does not exist')
})

it('is judged like an edit', async () => {
  const rules = [
    { tool: 'edit', pattern: 'closed/**', action: 'deny' as const },
    { tool: 'write', pattern: 'open/**', action: 'allow' as const },
  ]
  const files = { 'closed/a.ipynb': fileOf(CELLS), 'open/a.ipynb': fileOf(CELLS), 'a.ipynb': fileOf(CELLS) }
  const project = await openToolProject(files, { rules })
  for (const path of Object.keys(files)) await project.run('read', { path })
  const verdicts = Object.keys(files).map((path) =>
    project.verdict('notebook_edit', { path, cell: '1', source: 'x' }),
  )
  expect(await Promise.all(verdicts)).toEqual(['deny', 'allow', 'ask'])
})
