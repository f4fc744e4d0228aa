import { expect, it } from 'vitest'
import { importServers } from './import-json.ts'

/** How other programs refer to a variable. */
const filled = (name: string): string => `$\{${name}}`

const read = (value: unknown) => {
  const { servers, problems } = importServers(JSON.stringify(value))
  return { servers: Object.fromEntries(servers), problems }
}

it('reads what other programs write', () => {
  expect(
    read({
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'files'], env: { TOKEN: filled('GITHUB_TOKEN'), PLAIN: 'a' } },
        'my server': {
          type: 'http',
          url: 'https://a.example/mcp',
          headers: { Authorization: `Bearer ${filled('KEY')}` },
        },
        old: { type: 'sse', url: 'https://a.example/sse', disabled: true },
      },
    }),
  ).toEqual({
    servers: {
      files: { command: 'npx', args: ['-y', 'files'], env: { TOKEN: 'env:GITHUB_TOKEN', PLAIN: 'a' } },
      'my-server': { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer env:KEY' } },
      old: { url: 'https://a.example/sse', transport: 'sse', enabled: false },
    },
    problems: [],
  })
})

it('reads servers without the table around them', () => {
  expect(Object.keys(read({ servers: { a: { command: 'x' } } }).servers)).toEqual(['a'])
  expect(Object.keys(read({ a: { command: 'x' } }).servers)).toEqual(['a'])
  expect(Object.keys(read({ command: 'x' }).servers)).toEqual(['server'])
})

it('names what cannot be used, and keeps the rest', () => {
  const { servers, problems } = importServers(
    `{"mcpServers":{"__proto__":{"command":"x"},"key":{"url":"https://a.example","headers":{"K":"sk-123"}},"vars":{"command":"${filled('HOME')}/x"},"none":7,"good":{"command":"x"}}}`,
  )
  expect([...servers.keys()]).toEqual(['good'])
  expect(problems.map(({ name }) => name)).toEqual(['__proto__', 'key', 'vars', 'none'])
  expect(JSON.stringify(problems)).not.toContain('sk-123')
  expect(importServers('[1,2]').servers.size).toBe(0)
})
