import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createModelServer } from '../../../../test/support/models/model-server.ts'
import { officeCertificates } from '../../../../test/support/models/office-certificates.ts'
import { createProxyServer, createSecureDoor } from '../../../../test/support/models/proxy-server.ts'
import { systemClock } from '../../lib/clock.ts'
import { createHttpFetch } from './http-fetch.ts'
import { createTrustedRoots } from './trusted-roots.ts'

const NAME = 'models.office.example'
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function openOffice() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery office '))
  const { authority, server: identity } = officeCertificates(folder, NAME)
  const server = await createModelServer({ models: ['tide'] })
  const door = await createSecureDoor(server.port, identity)
  const proxy = await createProxyServer(server.port, door.port)
  closers.push(proxy.close, door.close, server.close, () => rmSync(folder, { recursive: true }))
  const env = { SSL_CERT_FILE: authority }
  const roots = createTrustedRoots({ env, platform: 'linux', certificates: null, report: () => {} })
  const proxyFor = async () => new URL(`http://${proxy.host}`)
  const fetch = createHttpFetch({ clock: systemClock, connectMs: 5_000, roots, proxyFor })
  return { fetch, proxy, door, server }
}

it('asks through the tunnel and nowhere else, by a name only the proxy knows', async () => {
  const { fetch, proxy, server } = await openOffice()
  const answer = await fetch(`https://${NAME}/v1/models`)
  expect(JSON.parse(await answer.text())).toMatchObject({ data: [{ id: 'tide' }] })
  expect(server.requests.at(-1)?.headers['host']).toBe(NAME)
  expect(proxy.asked.map(({ url }) => url)).toEqual([`${NAME}:443`])
})
