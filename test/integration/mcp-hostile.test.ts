import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { McpServer } from '#shared/mcp/server-config.ts'
import { callTool, openMcpRig, program } from '../support/mcp/mcp-rig.ts'

const rigOf = (how: string, more: Partial<McpServer> = {}) =>
  openMcpRig({ bad: { ...program('hostile-server', how), ...more }, good: program('old-server') })

async function called(how: string, tool = 'go') {
  const rig = rigOf(how)
  const tools = await rig.tools()
  const found = tools.find(({ name }) => name === `mcp__bad__${tool}`)
  const result = await callTool(found, {}).catch((error: unknown) => ({ text: String(error), isError: true }))
  const good = await callTool(
    tools.find(({ name }) => name === 'mcp__good__echo'),
    { text: 'fine' },
  )
  // Whatever one server does, the others answer.
  expect(good.text).toBe('echo: fine')
  return { rig, result }
}

async function page(
  answer: (path: string) => { status?: number; headers: Record<string, string>; body: string },
) {
  const seen: { path: string; headers: NodeJS.Dict<string | string[]> }[] = []
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers })
    const { status = 200, headers, body } = answer(request.url ?? '')
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close }
}

async function reasonOf(config: unknown): Promise<string> {
  const rig = openMcpRig({ bad: McpServer.parse(config) })
  expect(await rig.tools()).toEqual([])
  const [listing] = (await rig.servers.list(null)).servers
  return listing?.health.state === 'failed' ? listing.health.reason : `it is ${listing?.health.state}`
}

describe('lists of tools', () => {
  it('cannot take the names of other tools', async () => {
    const rig = rigOf('imitates')
    const tools = (await rig.tools()).filter(({ name }) => !name.startsWith('mcp__good__'))
    const names = tools.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.every((name) => /^mcp__bad__[a-zA-Z0-9_-]+$/.test(name) && name.length <= 64)).toBe(true)
    expect(names).toEqual(
      expect.arrayContaining([
        'mcp__bad__bash',
        'mcp__bad__mcp__other__tool',
        'mcp__bad____proto__',
        'mcp__bad__a_b',
      ]),
    )
    expect(names.filter((name) => name.startsWith('mcp__bad__a_b_'))).toHaveLength(2)
    // The first of two with one name counts.
    expect(tools.find(({ name }) => name === 'mcp__bad__twice')?.description).toContain('first')
  })

  it('with lying, deep or huge schemas are told in a safe form', async () => {
    const rig = rigOf('lies')
    const tools = (await rig.tools()).filter(({ name }) => name.startsWith('mcp__bad__'))
    expect(tools.map(({ name }) => name.slice(10))).toEqual([
      'deep',
      'huge',
      'pattern',
      'proto',
      'ring',
      'text',
      'words',
    ])
    for (const { toldSchema, description } of tools) {
      expect(toldSchema?.['type']).toBe('object')
      expect(JSON.stringify(toldSchema).length).toBeLessThan(25_000)
      expect(JSON.stringify(toldSchema)).not.toContain('__proto__')
      expect(description.length).toBeLessThan(4_200)
      expect(description).toMatch(/^Tool "\w+" of the MCP server "bad"\./)
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('results', () => {
  it('that do not fit their schema are data all the same, and no pattern runs', async () => {
    const { result } = await called('lies', 'pattern')
    expect(result.text).toContain('"aaaaaaaa')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('of more than 32 MB end the server, which is named and comes back', async () => {
    const { result, rig } = await called('huge')
    expect(result.text).toContain('It sent a message of more than 32 MB.')
    await expect.poll(() => rig.health(), { timeout: 5_000 }).toContainEqual(['bad', 'ready'])
  })

  it('that are long are shortened', async () => {
    const { result } = await called('long')
    expect(result.text.length).toBeLessThan(31_000)
  })

  it('with too many files say what was left out', async () => {
    const { result } = await called('many')
    expect(result.text).toContain('[one more file (application/octet-stream) was left out: a result holds 8]')
  })
})

describe('programs', () => {
  it('that print something else first, or end over the newer protocol, are used all the same', async () => {
    const names = async (how: string) => (await rigOf(how).tools()).map(({ name }) => name)
    expect(await names('noise')).toContain('mcp__bad__go')
    expect(await names('exitsOnUnknown')).toContain('mcp__bad__go')
  })
})

describe('addresses', () => {
  it('that answer with a page are named in one line without its markup', async () => {
    const { url } = await page(() => ({
      headers: { 'content-type': 'text/html' },
      body: `<html><script>alert(1)</script><body>${'Sign in! '.repeat(5_000)}</body></html>`,
    }))
    const reason = await reasonOf({ url })
    expect(reason.length).toBeLessThan(500)
    expect(reason).not.toContain('<')
    expect(reason).toContain('text/html')
  })

  it('get no header that was meant for another host', async () => {
    const other = await page(() => ({ headers: {}, body: '' }))
    const { url } = await page(() => ({ status: 307, headers: { location: `${other.url}/steal` }, body: '' }))
    const rig = openMcpRig({ bad: { url, headers: { Authorization: 'Bearer tide-secret' } } })
    expect(await rig.tools()).toEqual([])
    expect(other.seen).toEqual([])
    expect(await rig.health()).toEqual([['bad', 'failed']])
  })

  it('that send without end are broken off', async () => {
    const { url } = await page(() => ({
      headers: { 'content-type': 'application/json' },
      body: `"${'x'.repeat(40 * 1024 * 1024)}"`,
    }))
    expect(await reasonOf({ url })).toContain('more than 32 MB')
  })

  it('that are not there are named', async () => {
    const { url, close } = await page(() => ({ headers: {}, body: '' }))
    await close()
    expect(await reasonOf({ url })).toContain('ECONNREFUSED')
  })
})
