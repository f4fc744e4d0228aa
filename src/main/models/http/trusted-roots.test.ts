import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type OfficeCertificates,
  officeCertificates,
} from '../../../../test/support/models/office-certificates.ts'
import { systemClock } from '../../lib/clock.ts'
import { createHttpFetch } from './http-fetch.ts'
import { createTrustedRoots } from './trusted-roots.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery roots '))
let office: OfficeCertificates
let address = ''
let close = () => {}
beforeAll(async () => {
  office = officeCertificates(folder, 'localhost')
  const server = createServer(office.server, (_, response) => response.end('in the office'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  address = `https://localhost:${(server.address() as AddressInfo).port}/`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => {
  close()
  rmSync(folder, { recursive: true, force: true })
})

type Changes = Partial<Parameters<typeof createTrustedRoots>[0]>

async function ask(changes: Changes): Promise<string> {
  const roots = createTrustedRoots({
    env: {},
    platform: 'linux',
    certificates: null,
    report: () => {},
    ...changes,
  })
  const fetch = createHttpFetch({ clock: systemClock, connectMs: 5_000, roots })
  try {
    return await (await fetch(address)).text()
  } catch (error) {
    return String((error as { code?: string }).code)
  }
}
const missing = async () => Promise.reject(Object.assign(new Error('Not there.'), { code: 'ENOENT' }))

it('trusts no server whose authority nobody has named', async () => {
  expect(await ask({})).toMatch(/^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)$/)
})

it.each(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'])('trusts the authority that %s names', async (name) => {
  expect(await ask({ env: { [name]: office.authority } })).toBe('in the office')
})

it('trusts what the system trusts, wherever it keeps it', async () => {
  const pem = readFileSync(office.authority, 'utf8')
  const readFile = async (path: string) => (path === '/etc/pki/tls/certs/ca-bundle.crt' ? pem : missing())
  expect(await ask({ readFile })).toBe('in the office')
  expect(await ask({ certificates: (of) => (of === 'system' ? [pem] : []) })).toBe('in the office')
})

it('asks only once, and says of a file that cannot be read that it could not', async () => {
  const reported: string[] = []
  const env = { NODE_EXTRA_CA_CERTS: '/nowhere/office.pem' }
  const roots = createTrustedRoots({
    env,
    platform: 'win32',
    certificates: null,
    readFile: missing,
    report: (path) => reported.push(path),
  })
  expect(await roots()).toBeUndefined()
  expect(await roots()).toBeUndefined()
  expect(reported).toEqual(['/nowhere/office.pem'])
})
