import { BlockList, isIP } from 'node:net'

/** Addresses of metadata services that give credentials to any client. No rule allows them. */
const METADATA = listOf(['169.254.0.0/16', '100.100.100.200/32'], ['fd00:ec2::/32', 'fe80::/10'])

/** Addresses of this machine and of closed networks. A name alone does not open them: its owner may point it anywhere. */
const CLOSED = listOf(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/3',
  ],
  ['::/128', '::1/128', 'fc00::/7', 'ff00::/8'],
)

/** Returns how a resolved address may be used: freely, only by a rule for the address itself, or never. */
export function addressKind(address: string): 'public' | 'closed' | 'never' {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(plain) === 0) return 'never'
  if (METADATA.check(plain, family)) return 'never'
  return CLOSED.check(plain, family) || isMapped(plain) ? 'closed' : 'public'
}

/** Other ways to write an address of version 4 in one of version 6. */
function isMapped(address: string): boolean {
  return /^(::ffff:|64:ff9b:|2002:)/i.test(address)
}

function listOf(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList()
  for (const [family, nets] of [
    ['ipv4', ipv4],
    ['ipv6', ipv6],
  ] as const) {
    for (const net of nets) {
      const [address = '', bits] = net.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  }
  return list
}
