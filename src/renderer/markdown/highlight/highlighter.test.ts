import { expect, it } from 'vitest'
import { createHighlighter, type HighlightRequest, type HighlightWorker } from './highlighter.ts'
import { createSpanFinder } from './spans.ts'

function open() {
  const workers: (HighlightWorker & { asked: HighlightRequest[]; ended: boolean })[] = []
  const timers = new Map<() => void, number>()
  const highlighter = createHighlighter({
    newWorker: () => {
      const worker: (typeof workers)[number] = {
        asked: [],
        ended: false,
        onmessage: null,
        onerror: null,
        postMessage: (request: HighlightRequest) => void worker.asked.push(request),
        terminate: () => {
          worker.ended = true
        },
      }
      workers.push(worker)
      return worker
    },
    after: (ms, run) => {
      timers.set(run, ms)
      return () => void timers.delete(run)
    },
  })
  const answer = (at: number) =>
    workers[0]?.onmessage?.({
      data: { id: workers[0].asked[at]?.id, lines: [[['x', 'key']]] },
    } as MessageEvent)
  const ring = () => {
    for (const run of [...timers.keys()]) run()
  }
  return { highlighter, workers, answer, ring, timers }
}

it('starts no worker before there is code to colour', () => {
  expect(open().workers).toEqual([])
})

it('asks once for the same code', async () => {
  const { highlighter, workers, answer } = open()
  const first = highlighter.highlight('x', 'ts')
  answer(0)
  await first
  expect(await highlighter.highlight('x', 'ts')).toEqual([[['x', 'key']]])
  expect(highlighter.known('x', 'ts')).toEqual([[['x', 'key']]])
  expect(workers[0]?.asked).toHaveLength(1)
})

it('ends the worker when nothing was asked for a while, with no timer left', async () => {
  const { highlighter, workers, answer, ring, timers } = open()
  const first = highlighter.highlight('x', 'ts')
  answer(0)
  await first
  ring()
  expect(workers[0]?.ended).toBe(true)
  expect(timers.size).toBe(0)
})

it('leaves the code plain when the worker is stuck, and starts another one next time', async () => {
  const { highlighter, workers, ring } = open()
  const first = highlighter.highlight('x', 'ts')
  ring()
  expect(await first).toBeNull()
  void highlighter.highlight('y', 'ts').catch(() => undefined)
  expect(workers).toHaveLength(2)
})

it('tells keywords, functions, strings and comments apart', async () => {
  const lines = await createSpanFinder()("export function f() { return 'a' } // why", 'ts')
  const kinds = (lines?.[0] ?? [])
    .filter(([text]) => text.trim() !== '')
    .map(([text, kind]) => [text.trim(), kind])
  expect(kinds).toContainEqual(['export', 'key'])
  expect(kinds).toContainEqual(['f', 'fn'])
  expect(kinds).toContainEqual(["'a'", 'str'])
  expect(kinds.at(-1)).toEqual(['// why', 'note'])
})

it('leaves a language it does not know plain', async () => {
  expect(await createSpanFinder()('x', 'klingon')).toBeNull()
})
