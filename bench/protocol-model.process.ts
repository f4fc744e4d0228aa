import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScriptedAnswer } from '../test/support/protocols/scripted-answer.ts'
import { ALL_PROTOCOLS } from '../test/support/protocols/served-protocols.ts'
import { NOTES } from './bench-app.ts'
import { wordsOf } from './conversation.ts'

const DELTAS = 20_000
/** Lines that are written at a time, so that the server is not what is measured. */
const AT_ONCE = 50

/**
 * A model server of all protocols in a process of its own. A request that names `rounds 50` gets that many calls, one
 * after the other, and then an answer; any other gets 20,000 deltas.
 */
const server = createServer((incoming, response) => {
  const pieces: Buffer[] = []
  incoming.on('data', (piece: Buffer) => pieces.push(piece))
  incoming.on('end', () => {
    const text = Buffer.concat(pieces).toString('utf8')
    const path = incoming.url ?? ''
    if (text.includes('You name a chat after')) {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"This server names no chats."}}')
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const block of blocksFor(path, text)) response.write(block)
    response.end()
  })
})
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.once('disconnect', () => process.exit(0))

const long = new Map<string, readonly string[]>()
const LONG: ScriptedAnswer = { parts: [{ t: 'text', text: 'a word '.repeat(DELTAS) }] }

function blocksFor(path: string, text: string): readonly string[] {
  const rounds = /rounds (\d+)/.exec(text)?.[1]
  if (rounds !== undefined) return linesOf(path, text, roundOf(text, Number(rounds)))
  const known = long.get(path) ?? inBlocks(linesOf(path, text, LONG))
  long.set(path, known)
  return known
}

function linesOf(path: string, text: string, answer: ScriptedAnswer): readonly string[] {
  const served = ALL_PROTOCOLS.find((each) => each.served.accepts(path))?.served
  if (served === undefined) throw new Error(`No protocol accepts ${path}.`)
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return served.stream(answer, { path, headers: {}, body: { model: 'scripted', ...body } })
}

function inBlocks(lines: readonly string[]): string[] {
  const count = Math.ceil(lines.length / AT_ONCE)
  return Array.from({ length: count }, (_, at) => lines.slice(at * AT_ONCE, (at + 1) * AT_ONCE).join(''))
}

/** A result in each of the protocols. */
const RESULT = /"type":"tool_result"|"type":"function_call_output"|"functionResponse":|"role":"tool"/g

function roundOf(text: string, rounds: number): ScriptedAnswer {
  const answered = text.match(RESULT)?.length ?? 0
  const words = { t: 'text', text: wordsOf(24, answered + 1) } as const
  if (answered >= rounds) return { parts: [words] }
  // Another part of the file in each round: a run that repeats one call is paused.
  const offset = (answered % 30) + 1
  const call = { t: 'call', id: `call_${answered + 1}`, name: 'read', args: { path: NOTES, offset } } as const
  return { parts: [words, call] }
}
