import { expect, it, onTestFinished } from 'vitest'
import { openToolProject } from '../../../test/support/rigs/tool-project.ts'

it.each([
  ['grep', { pattern: 'needle' }],
  ['glob', { pattern: '*' }],
  ['bash', { command: 'true' }],
])('many calls of %s may share one signal, and leave nothing on it', async (tool, args) => {
  const warnings: string[] = []
  const note = (warning: Error) => void warnings.push(warning.name)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const project = await openToolProject({ 'a.txt': 'needle' })
  const shared = new AbortController()
  await Promise.all(Array.from({ length: 12 }, () => project.run(tool, args, shared.signal)))
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(warnings).toEqual([])
})
