import { Client } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { createProgramTransport } from './program-transport.ts'

/** Answers a call with two reports of progress and the result, all in one piece of output. */
const SERVER = `
const answer = (id, result) => ({ jsonrpc: '2.0', id, result })
const progress = (token, n) => ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: n } })
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const said = {
    initialize: () => [answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } })],
    'tools/call': () => [progress(params._meta.progressToken, 1), progress(params._meta.progressToken, 2), answer(id, { content: [] })],
  }[method]?.() ?? []
  process.stdout.write(said.map((each) => JSON.stringify(each) + '\\n').join(''))
})`

it('reports all progress of a call whose answer comes in the same piece of output', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const environment = { PATH: process.env['PATH'] ?? '' }
  const transport = createProgramTransport({
    start: { kind: 'stdio', file: process.execPath, args: ['-e', SERVER], cwd: process.cwd(), environment },
    started: () => {},
    printed: () => {},
  })
  await client.connect(transport)
  const progress: number[] = []
  await client.callTool({ name: 'any' }, { onprogress: (step) => progress.push(step.progress) })
  expect(progress).toEqual([1, 2])
  await client.close()
})
