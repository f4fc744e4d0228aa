import { createParser } from 'eventsource-parser'
import { systemClock } from '../src/main/lib/clock.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { createTurnBudget } from '../src/main/lib/turn-budget.ts'
import { createHttpFetch } from '../src/main/models/http/http-fetch.ts'
import { DEFAULT_TIMEOUTS } from '../src/main/models/http/model-timeouts.ts'
import { sampleRequest, userMessage } from '../test/support/protocols/model-samples.ts'
import { ALL_PROTOCOLS, infoOf } from '../test/support/protocols/served-protocols.ts'

/**
 * Reads streamed answers in a process of its own, so that the compiled code of no other protocol is measured with it:
 * `adapter` through the adapter of a protocol, `bare` with fetch, an SSE parser and `JSON.parse`. Each message asks for
 * one answer; its processor time goes back.
 */
const [name = '', way = '', origin = ''] = process.argv.slice(2)
const which = ALL_PROTOCOLS.find((each) => each.name === name)
if (which === undefined) throw new Error(`There is no protocol ${name}.`)
const baseUrl = `${origin}${which.root}`
const info = infoOf(which)
const model = which.create({
  info,
  baseUrl,
  clock: systemClock,
  timeouts: DEFAULT_TIMEOUTS,
  logger: silentLogger,
  turnBudget: createTurnBudget({ elapsed: systemClock.elapsed, soon: setImmediate }),
  fetch: createHttpFetch({ clock: systemClock, connectMs: 10_000 }),
  readKey: async () => null,
})
const request = sampleRequest({ model: info, messages: [userMessage('Go.')] })
let address = ''

/** The characters of the answer. */
async function throughAdapter(): Promise<number> {
  let characters = 0
  for await (const chunk of model.stream(request, new AbortController().signal)) {
    if (chunk.t === 'text') characters += chunk.text.length
  }
  return characters
}

/** The events of the answer. */
async function bare(): Promise<number> {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify({ stream: true }) })
  const decoder = new TextDecoder()
  let events = 0
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') return
      JSON.parse(data)
      events += 1
    },
  })
  if (response.body === null) throw new Error('The answer is empty.')
  for await (const bytes of response.body) parser.feed(decoder.decode(bytes, { stream: true }))
  return events
}

process.on('message', (path: string) => {
  address = `${origin}${path}`
  const start = process.cpuUsage()
  void (way === 'adapter' ? throughAdapter() : bare()).then((read) =>
    process.send?.({ ms: cpuSince(start), read }),
  )
})
/** Processor time in milliseconds, to which other load adds little. */
function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
