import { expect, it } from 'vitest'
import type { McpMessage } from '#shared/mcp/inspector.ts'
import { inLines, targetOf } from './inspector-view.ts'

const request = (method: string, params: unknown): McpMessage => ({
  id: 1,
  at: 1,
  sender: 'client',
  kind: 'request',
  method,
  summary: '',
  size: 1,
  tookMs: null,
  failed: false,
  body: JSON.stringify({ method, params }),
})

it('makes a form of a stored request', () => {
  expect(targetOf(request('tools/call', { name: 'echo', arguments: { text: 'x' } }))).toEqual({
    what: 'call',
    name: 'echo',
    args: { text: 'x' },
  })
  expect(targetOf(request('resources/read', { uri: 'tide://level' }))?.name).toBe('tide://level')
  expect(targetOf(request('tools/list', {}))).toBeNull()
  expect(targetOf({ ...request('tools/call', { name: 'echo' }), sender: 'server' })).toBeNull()
  expect(targetOf({ ...request('tools/call', { name: 'echo' }), body: null })).toBeNull()
})

it('puts JSON into lines and leaves other text', () => {
  expect(inLines('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(inLines('no JSON')).toBe('no JSON')
})
