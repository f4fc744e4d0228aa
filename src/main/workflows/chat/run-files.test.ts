import { expect, it } from 'vitest'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import { createRunFiles } from './run-files.ts'

const run = (name: string) => ({ name }) as WorkflowRunDetail

it('is idle when everything is written, also what could not be', async () => {
  const written: string[] = []
  const warned: string[] = []
  const told: unknown[] = []
  const files = createRunFiles({
    write: async ({ name }) => {
      await Promise.resolve()
      if (name === 'denied') throw Object.assign(new Error('no'), { code: 'EACCES', errno: -13 })
      written.push(name)
    },
    failed: ({ name }, reason) => void told.push([name, reason]),
    logger: { warn: (words) => void warned.push(words) },
  })
  for (const name of ['one', 'denied', 'two']) files.write(run(name))
  expect(written).toEqual([])
  await files.idle()
  expect([written, warned.length, told]).toEqual([['one', 'two'], 1, [['denied', 'EACCES']]])
})
