import { BlockList, isIP } from 'node:net'

/** Addresses of metadata services that give credentials to any client. No rule allows them. */
const METADATA = listOf(
  ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
  ['fd00:ec2::/32', 'fd20:ce::254/128', 'fe80::/10'],
)

/** Addresses of this machine and of closed networks. A name alone does not open them: its owner may point it anywhere. */
const CLOSED = listOf(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/3',
  ],
  [],
)
/** A list of its own: addresses of version 4 count as mapped ones too. */
const CLOSED_6 = listOf(
  [],
  [
    '::/96',
    '::ffff:0:0/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2002::/16',
    'fc00::/7',
    'fec0::/10',
    'ff00::/8',
  ],
)

/** Returns how a resolved address may be used: freely, only by a rule for the address itself, or never. */
export function addressKind(address: string): 'public' | 'closed' | 'never' {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIP(plain) === 0) return 'never'
  const inner = isIP(plain) === 6 ? addressInside(plain) : null
  if (METADATA.check(plain, familyOf(plain)) || (inner !== null && METADATA.check(inner, 'ipv4')))
    return 'never'
  const isClosed = isIP(plain) === 6 ? CLOSED_6.check(plain, 'ipv6') : CLOSED.check(plain, 'ipv4')
  return isClosed ? 'closed' : 'public'
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The address of version 4 that one of version 6 leads to: mapped, compatible, translated or of a tunnel. Null for none. */
function addressInside(address: string): string | null {
  const parts = partsOf(address)
  const [first = 0, second = 0, third = 0] = parts
  const isTunnel = first === 0x2002
  const isTranslated = first === 0x64 && second === 0xff9b
  const isOld = parts.slice(0, 4).every((part) => part === 0)
  if (!isTunnel && !isTranslated && !isOld) return null
  const [high = 0, low = 0] = isTunnel ? [second, third] : parts.slice(-2)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight numbers of an address of version 6. */
function partsOf(address: string): readonly number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [, head = '', a = '0', b = '0', c = '0', d = '0'] = dotted ?? []
  const hex = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16)
  const plain = dotted === null ? address : `${head}${hex(a, b)}:${hex(c, d)}`
  const [left = '', right] = plain.split('::')
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16))
  const [front, back] = [numbers(left), right === undefined ? [] : numbers(right)]
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
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
