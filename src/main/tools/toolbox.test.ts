import { symlink } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openToolProject } from '../../../test/support/rigs/tool-project.ts'

it('offers the same tools in the same order, each with a text and a JSON schema', async () => {
  const { toolbox } = await openToolProject()
  expect(toolbox.tools.map((tool) => [tool.name, tool.access, tool.parallel])).toEqual([
    ['read', 'read', true],
    ['write', 'edit', false],
    ['edit', 'edit', false],
    ['list', 'read', true],
    ['glob', 'read', true],
    ['grep', 'read', true],
    ['bash', 'execute', false],
    ['job', 'read', true],
    ['ask', 'read', false],
    ['plan', 'read', false],
    ['present_file', 'read', true],
    ['notebook_edit', 'edit', false],
  ])
  for (const tool of toolbox.tools) {
    expect(tool.description.length).toBeGreaterThan(80)
    expect(z.toJSONSchema(tool.schema, { io: 'input' })).toMatchObject({
      type: 'object',
      additionalProperties: false,
    })
  }
})

it('refuses arguments that do not fit, in words for the model', async () => {
  const { toolbox } = await openToolProject()
  expect(toolbox.find('read')?.open({ file: 'x' })).toMatchObject({
    ok: false,
    problem: '`read` needs `path`. There is no argument `file`. You gave: file.',
  })
  expect(toolbox.find('read')?.open(null)).toEqual({
    ok: false,
    problem: '`read` needs `path`. You gave no arguments.',
  })
  expect(toolbox.find('list')?.open(null).ok).toBe(true)
  expect(toolbox.find('nothing')).toBeNull()
})

it('lists a folder: folders first, then files with their sizes', async () => {
  const project = await openToolProject({ 'src/x': '', 'b.txt': 'xx', a10: '', a9: '', '.env': 'x' })
  await symlink('b.txt', project.at('link'))
  const { text, details } = await project.run('list', {})
  expect([text, details]).toEqual([
    '.:\nsrc/\n.env  1 bytes\na9  0 bytes\na10  0 bytes\nb.txt  2 bytes\nlink -> b.txt',
    { kind: 'list', path: '.', entries: 6 },
  ])
  await expect(project.run('list', { path: 'b.txt' })).rejects.toThrow('b.txt is a file. Use read')
})

it('puts a question to the person', async () => {
  const project = await openToolProject({}, { answer: 'blue' })
  const { text, details } = await project.run('ask', { prompt: 'Which?', choices: ['red', 'blue'] })
  expect([text, details]).toEqual(['blue', { kind: 'question', prompt: 'Which?', answer: 'blue' }])
})

it('shows the list of steps', async () => {
  const project = await openToolProject()
  const plan = {
    goal: 'g',
    steps: [
      { title: 'a', status: 'completed' },
      { title: 'b', status: 'running' },
    ],
  }
  expect([(await project.run('plan', plan)).text, project.plans]).toEqual(['1 of 2 steps left.', [plan]])
  const ended = [
    { title: 'a', status: 'completed' },
    { title: 'b', status: 'failed' },
  ]
  expect(await project.run('plan', { goal: 'g', steps: ended })).toEqual({
    text: 'No step is left; 1 of 2 are done.',
    isError: false,
    details: { kind: 'plan', steps: 2, done: 1 },
  })
})
