import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { McpServer } from '#shared/mcp/server-config.ts'
import { startHttpServer } from '../support/mcp/http-server.ts'
import { callTool, openMcpRig, processInside } from '../support/mcp/mcp-rig.ts'
import { officeCertificates } from '../support/models/office-certificates.ts'
import { createProxyServer, createSecureDoor } from '../support/models/proxy-server.ts'

const HOST = 'mcp.office.example'

/** A server that only a proxy reaches, over TLS with the certificate of an office. */
async function open({ trusts = true, secure = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery office '))
  const server = await startHttpServer()
  const { authority, server: identity } = officeCertificates(folder, HOST)
  const door = await createSecureDoor(server.port, identity)
  const proxy = await createProxyServer(server.port, door.port)
  onTestFinished(async () => {
    await proxy.close()
    await door.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http${secure ? 's' : ''}://${HOST}/mcp`
  const env: Record<string, string> = trusts ? { SSL_CERT_FILE: authority } : {}
  const rig = openMcpRig(
    { tide: McpServer.parse({ url }) },
    {
      spawn: () => processInside({ env }),
      proxyFor: async ({ hostname }) => (hostname === HOST ? new URL(`http://${proxy.host}`) : null),
    },
  )
  const health = async () => (await rig.servers.list(null)).servers[0]?.health
  return { rig, proxy, server, health }
}

describe('an MCP server behind a proxy', () => {
  it('is reached through a tunnel, with the certificates that the system trusts', async () => {
    const { rig, proxy, server } = await open()
    const tool = (await rig.tools()).find(({ name }) => name === 'mcp__tide__echo')
    expect((await callTool(tool, { text: '潮' })).text).toBe('echo: 潮')
    expect(new Set(proxy.asked.map(({ url }) => url))).toEqual(new Set([`${HOST}:443`]))
    expect(server.seen.length).toBeGreaterThan(1)
  })

  it('reports progress over the stream of its answer', async () => {
    const { rig } = await open()
    const tool = (await rig.tools()).find(({ name }) => name === 'mcp__tide__steps')
    const { text, progressed } = await callTool(tool, {})
    expect([text, progressed]).toEqual(['done', 'step 1 (1 of 3)\nstep 2 (2 of 3)\nstep 3 (3 of 3)\n'])
  })

  it('is not reached with a certificate that nobody trusts', async () => {
    const { rig, health, server } = await open({ trusts: false })
    expect(await rig.tools()).toEqual([])
    expect(await health()).toMatchObject({ state: 'failed', reason: expect.stringMatching(/certificate/i) })
    expect(server.seen).toEqual([])
  })

  it('fails with the reason of the proxy, and works once the proxy lets it through', async () => {
    const { rig, proxy, health } = await open()
    proxy.lock()
    expect(await rig.tools()).toEqual([])
    expect(await health()).toMatchObject({ state: 'failed', reason: expect.stringContaining('password') })
    proxy.unlock()
    await rig.servers.restart(null, 'user:tide', new AbortController().signal)
    expect(await health()).toMatchObject({ state: 'ready' })
  })

  it('is asked through the proxy by its whole address without TLS', async () => {
    const { rig, proxy } = await open({ secure: false })
    const tool = (await rig.tools()).find(({ name }) => name === 'mcp__tide__echo')
    expect((await callTool(tool, { text: 'ebb' })).text).toBe('echo: ebb')
    expect(proxy.asked[0]?.url).toBe(`http://${HOST}/mcp`)
  })
})
