import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a server sends over and over, and how its answer begins. */
export type Flood = {
  readonly type?: string
  readonly first?: string
  readonly again: (count: number) => string
}

const delta = (piece: object): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: piece }] })}\n\n`
const callOf = (index: number, args: string, name?: string) =>
  delta({
    tool_calls: [
      {
        index,
        function: { ...(name === undefined ? {} : { name }), arguments: args },
        ...(name === undefined ? {} : { id: `call_${index}` }),
      },
    ],
  })

/** Answers without end, each of another kind. */
export const FLOODS = {
  text: { again: () => delta({ content: `${'x'.repeat(999)} ` }) },
  'tiny pieces of text': { again: () => delta({ content: 'x' }) },
  reasoning: { again: () => delta({ reasoning_content: `${'x'.repeat(999)} ` }) },
  'arguments of a call': { first: callOf(0, '{"path":"', 'read'), again: () => callOf(0, 'x'.repeat(1000)) },
  'arguments that seem to end': { first: callOf(0, '{"path":"', 'read'), again: () => callOf(0, '}') },
  calls: { again: (count) => callOf(count, '{}', 'read') },
  'text and reasoning in turn': {
    again: (count) => delta(count % 2 === 0 ? { content: 'x' } : { reasoning_content: 'x' }),
  },
  comments: { again: () => ': still here\n\n' },
  'empty events': { again: () => 'data: {}\n\n' },
  'line ends': { again: () => ':\r'.repeat(1000) },
  'a line': { first: 'data: "', again: () => 'x'.repeat(1000) },
  'a JSON document': {
    type: 'application/json',
    first: '{"choices":[{"message":{"content":"',
    again: () => 'x'.repeat(1000),
  },
} as const satisfies Record<string, Flood>

/** A model server that answers every chat request with the flood, as fast as its client takes it. */
export async function createFloodServer(flood: Flood) {
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') {
      response.end('{"data":[{"id":"scripted"}]}')
      return
    }
    response.writeHead(200, { 'content-type': flood.type ?? 'text/event-stream' })
    if (flood.first !== undefined) response.write(flood.first)
    pour(response, flood)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

/** Writes until the client goes away, a batch at a time so that small pieces flood as well. */
function pour(response: ServerResponse, { again }: Flood): void {
  let count = 0
  const batch = (): string => {
    let text = ''
    while (text.length < 64_000) {
      text += again(count)
      count += 1
    }
    return text
  }
  const go = (): void => {
    while (!response.destroyed && response.write(batch()));
    if (!response.destroyed) response.once('drain', go)
  }
  go()
}
