// A scripted MCP server that breaks the protocol in several places. It is started as a program.
import { createInterface } from 'node:readline'

const SCHEMA = { type: 'object', properties: {}, required: ['depth'] }
const TOOL = { name: 'one', inputSchema: SCHEMA }

function answer({ method }) {
  if (method === 'initialize') {
    return {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, prompts: {} },
      serverInfo: { name: 'loose', version: '1.0.0' },
    }
  }
  if (method === 'tools/list') return { tools: [TOOL, TOOL] }
  if (method === 'prompts/list') return { prompts: [{ name: 'again' }], nextCursor: 'again' }
  if (method === 'tools/call') return { content: [{ type: 'text', text: 'done' }] }
  return method === 'ping' ? {} : { anything: true }
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.id === undefined) continue
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`)
}
