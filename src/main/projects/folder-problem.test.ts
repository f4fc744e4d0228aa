import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { folderProblem } from './folder-problem.ts'

const thrown = async (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

it('says what the disk refused', async () => {
  const problem = folderProblem(await thrown(readdir('/no/such/folder')), '/no/such/folder')
  expect(problem).toBeInstanceOf(AppError)
  expect(problem).toMatchObject({ code: 'project.not_found' })
})

it('leaves an abort and a fault of ours as they are', () => {
  const aborted = AbortSignal.abort().reason
  const coded = Object.assign(new Error('The operation was aborted'), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })
  for (const error of [aborted, coded, new TypeError('a fault')])
    expect(folderProblem(error, '/a')).toBe(error)
})
