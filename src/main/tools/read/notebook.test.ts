import { expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { notebookText } from './notebook.ts'

const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3' } },
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Gauges\n', 'Above the sea.'] },
    {
      cell_type: 'code',
      metadata: {},
      execution_count: 3,
      source: 'plot(1)\nprint("up")',
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['up\n'] },
        {
          output_type: 'display_data',
          metadata: {},
          data: { 'image/png': 'iVBORw0KGgoAAAANSUhEUg'.repeat(500), 'text/plain': ['<Figure>'] },
        },
        {
          output_type: 'error',
          ename: 'NameError',
          evalue: 'x',
          traceback: ['\u001b[0;31mNameError\u001b[0m in cell'],
        },
      ],
    },
    { cell_type: 'code', metadata: {}, execution_count: null, source: [], outputs: [] },
  ],
}

it('shows the cells of a notebook with what they printed, and no pictures', async () => {
  const project = await openToolProject({ 'a.ipynb': JSON.stringify(NOTEBOOK) })
  const { text } = await project.run('read', { path: 'a.ipynb' })
  expect(text.split('\n').map((line) => line.replace(/^ *\d+\t/, ''))).toEqual([
    '[cell 1: markdown]',
    '# Gauges',
    'Above the sea.',
    '',
    '[cell 2: code, run 3]',
    'plot(1)',
    'print("up")',
    '[output]',
    'up',
    '<Figure>',
    '(image/png left out)',
    'NameError in cell',
    'NameError: x',
    '',
    '[cell 3: code]',
    '',
    '(the cells of a notebook, changed with `notebook_edit`; the file itself is JSON)',
    '(end of file)',
  ])
  expect(project.context.reads.seen(project.at('a.ipynb'))).not.toBeNull()
})

it.each([
  ['no JSON', '{"cells": ['],
  ['other JSON', '{"cells": 3}'],
  ['an old format', JSON.stringify({ nbformat: 3, worksheets: [] })],
])('shows %s as it is', async (_, content) => {
  expect(notebookText(content)).toBeNull()
  const project = await openToolProject({ 'a.ipynb': content })
  expect((await project.run('read', { path: 'a.ipynb' })).text).toContain(content)
})
