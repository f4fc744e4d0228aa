import { expect, it } from 'vitest'
import { createHistory, runId } from '../../../test/support/history.ts'
import { sampleInfo } from '../../../test/support/model-samples.ts'
import { createWindowWatch } from './window-watch.ts'

const info = sampleInfo()

/** What is said of a first answer for which so much was read, in a run whose requests had these sizes. */
function verdictOf(read: number, sizes: readonly number[], more: { model?: string; picture?: boolean } = {}) {
  const history = createHistory()
  history.user('Before', 0)
  history.user('Go')
  if (more.picture === true) {
    history.message({ role: 'user', parts: [{ t: 'file', blobId: 'blob' as never, mime: 'image/png' }] })
  }
  const usage = { input: read - 100, output: 1, cacheRead: 100 }
  const parts = [{ t: 'text' as const, text: 'Yes.' }]
  history.message({ role: 'assistant', parts, model: more.model ?? info.ref, usage })
  const watch = createWindowWatch(runId(1))
  for (const size of sizes) watch.sent(size)
  return watch.verdict(history.path, info)?.map(({ name }) => name) ?? null
}

it('tells of a server that read far less than it was sent', () => {
  expect(verdictOf(2_048, [10_000])).toEqual(['run.readLess'])
})

it.each([
  ['all was read', 9_000, [10_000], {}],
  ['the estimate may be off by that much', 5_000, [10_000], {}],
  ['a request that was sent later was longer', 2_048, [3_000, 10_000], {}],
  ['it counts something else', 12, [10_000], {}],
  ['another model answered', 2_048, [10_000], { model: 'other/one' }],
  ['nobody knows what a picture takes', 2_048, [10_000], { picture: true }],
  ['nothing was sent', 2_048, [], {}],
])('is silent where %s', (_why, read, sizes, more) => {
  expect(verdictOf(read, sizes, more)).toBeNull()
})
