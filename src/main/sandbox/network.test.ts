import { EventEmitter, once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { openCommandNetwork } from './network.ts'

const HERE = '203.0.113.9'
const allow = (pattern: string): PermissionRule => ({ tool: 'network', pattern, action: 'allow' })

/** Asks the proxy of a command for a tunnel to a name that leads to some addresses. */
async function askFor(addresses: readonly string[], grants: readonly PermissionRule[]) {
  const { path } = await openTempFolder('network')
  const names = new EventEmitter()
  const resolved = once(names, 'resolved')
  const network = await openCommandNetwork(
    {
      reach: { by: 'sockets', folder: path },
      ownAddresses: () => [HERE, '2001:db8::9', 'fe80::1%eth0'],
      resolve: async () => {
        names.emit('resolved')
        return addresses
      },
    },
    [{ rules: [], grants }],
  )
  const asked = request({
    socketPath: join(network.link ?? '', 'proxy'),
    method: 'CONNECT',
    path: 'named.test:9',
  })
  asked.on('error', () => {})
  asked.end()
  return {
    answer: async () => {
      const [reply] = await once(asked, 'connect')
      const { blocked } = await network.close()
      return { status: reply.statusCode, blocked }
    },
    /** The hosts that were let through, without waiting for their answer. */
    reached: async () => {
      await resolved
      await new Promise(setImmediate)
      return (await network.close()).reached.map(({ name }) => name)
    },
  }
}

it.each([
  ['a public address of this machine', [HERE]],
  ['one of version 6 in another spelling', ['2001:0db8:0:0::0009']],
  ['one among others', ['198.51.100.1', HERE]],
])('refuses an allowed name that leads to %s', async (_, addresses) => {
  const asked = await askFor(addresses, [allow('named.test'), allow('*')])
  expect(await asked.answer()).toEqual({
    status: 403,
    blocked: [{ what: 'host', name: 'localhost:9', tries: 1 }],
  })
})

it('lets it through where the person allowed the port of this machine', async () => {
  const asked = await askFor([HERE], [allow('named.test'), allow('localhost:9')])
  expect(await asked.reached()).toEqual(['named.test:9'])
})
