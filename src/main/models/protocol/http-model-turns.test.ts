import { expect, it } from 'vitest'
import { sampleInfo, sampleRequest } from '../../../../test/support/protocols/model-samples.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createOpenAiCompletions } from '../completions/openai-completions.ts'
import { answering } from '../http/http-answer.ts'
import { DEFAULT_TIMEOUTS } from '../http/model-timeouts.ts'

/** A full socket: everything has arrived before the first piece is read. */
function fullSocket(pieces: number) {
  const source = { pause: () => {}, resume: () => {}, stop: () => {} }
  const { answer, came, ended } = answering({ status: 200, headers: {} }, source)
  const line = (data: object) => new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`)
  const chunk = (delta: object, finish: string | null = null) =>
    line({ choices: [{ index: 0, delta, finish_reason: finish }] })
  const feed = (at: number) => came(at < pieces ? chunk({ content: `${at} ` }) : chunk({}, 'stop'))
  return { answer, feed, ended }
}

it('lets the event loop turn between two reads of a socket that is always full', async () => {
  const { answer, feed, ended } = fullSocket(3)
  const pauses: (() => void)[] = []
  const model = createOpenAiCompletions({
    info: sampleInfo(),
    baseUrl: 'http://127.0.0.1:1/v1',
    clock: systemClock,
    logger: silentLogger,
    timeouts: DEFAULT_TIMEOUTS,
    readKey: async () => null,
    fetch: async () => answer,
    turnBudget: () => new Promise((resolve) => void pauses.push(resolve)),
  })
  const heard: string[] = []
  const reading = (async () => {
    for await (const each of model.stream(sampleRequest(), new AbortController().signal)) {
      if (each.t === 'text') heard.push(each.text)
    }
  })()
  for (let at = 0; at <= 3; at += 1) {
    feed(at)
    await expect.poll(() => pauses.length).toBe(at + 1)
    // The next piece is there, and waits until others had their turn.
    if (at < 3) expect(heard).toHaveLength(at + 1)
    if (at === 3) ended()
    pauses[at]?.()
  }
  await reading
  expect(heard.join('')).toBe('0 1 2 ')
})
