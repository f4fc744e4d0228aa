// A scripted MCP server of revision 2025-11-25 whose tool must be called as a task. It is started as a program.
import { createInterface } from 'node:readline'

let status = 'none'
const task = () => {
  const at = new Date(0).toISOString()
  return { taskId: 'task-1', status, createdAt: at, lastUpdatedAt: at, ttl: 60_000, pollInterval: 100 }
}
const TOOLS = [
  { name: 'slow', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } },
  { name: 'state', inputSchema: { type: 'object' } },
]

function answer({ method, params }) {
  if (method === 'initialize') {
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      serverInfo: { name: 'tasks', version: '1.0.0' },
    }
  }
  if (method === 'tools/list') return { tools: TOOLS }
  if (method === 'tools/call' && params.name === 'state') return { content: [{ type: 'text', text: status }] }
  if (method === 'tools/call') {
    if (params.task === undefined) return null
    status = 'working'
    return { task: task() }
  }
  if (method === 'tasks/cancel') status = 'cancelled'
  return method.startsWith('tasks/') ? task() : null
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.id === undefined) continue
  const result = answer(message)
  const body = result === null ? { error: { code: -32601, message: 'unknown' } } : { result }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body })}\n`)
}
