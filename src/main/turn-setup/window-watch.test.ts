import { expect, it } from 'vitest'
import { createHistory, runId } from '../../../test/support/data/history.ts'
import { sampleInfo } from '../../../test/support/protocols/model-samples.ts'
import { createWindowWatch } from './window-watch.ts'

const info = sampleInfo()

type More = {
  readonly model?: string
  readonly picture?: boolean
  readonly builtin?: boolean
  /** New tokens of each request. */
  readonly unread?: number
  /** Input tokens reported with an earlier answer. */
  readonly before?: number
  /** Tokens that were read and stored in the cache of the provider. */
  readonly stored?: number
}

/** Returns the verdict on a first answer with these input tokens, for requests of these sizes. */
function verdictOf(read: number, sizes: readonly number[], more: More = {}) {
  const history = createHistory()
  history.user('Before', 0)
  if (more.before !== undefined) {
    const before = { input: more.before, output: 1 }
    history.message({ role: 'assistant', parts: [], model: info.ref, usage: before }, 0)
  }
  history.user('Go')
  if (more.picture === true) {
    history.message({ role: 'user', parts: [{ t: 'file', blobId: 'blob' as never, mime: 'image/png' }] })
  }
  const stored = more.stored ?? 0
  const usage = { input: read - 100 - stored, output: 1, cacheRead: 100, cacheWrite: stored }
  const parts = [{ t: 'text' as const, text: 'Yes.' }]
  history.message({ role: 'assistant', parts, model: more.model ?? info.ref, usage })
  const watch = createWindowWatch(runId(1))
  for (const size of sizes) watch.sent(size, more.unread ?? 0)
  const asked = more.builtin === true ? { ...info, api: 'builtin' as const } : info
  return (
    watch.verdict({ recent: history.path, whole: () => history.path }, asked)?.map(({ name }) => name) ?? null
  )
}

it('tells of a server that read far less than it was sent', () => {
  expect(verdictOf(2_048, [10_000])).toEqual(['run.readLess'])
})

it.each([
  ['less than even the new part was read', 2_048, [10_000], { unread: 8_000 }],
  ['far more than the new part was read', 4_000, [20_000], { unread: 500 }],
  ['as little was read before', 2_048, [10_000], { before: 2_000 }],
] as const)('tells of it where %s', (_why, read, sizes, more) => {
  expect(verdictOf(read, sizes, more)).toEqual(['run.readLess'])
})

it.each([
  ['the Practice model answers', 1_372, [6_052], { builtin: true }],
  ['only what was not cached is counted', 1_500, [10_000], { unread: 1_400 }],
  ['more was read before', 2_048, [10_000], { before: 6_000 }],
  ['the rest was read into the cache', 9_000, [10_000], { stored: 8_000 }],
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
