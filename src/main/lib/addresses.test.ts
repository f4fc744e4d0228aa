import { expect, it } from 'vitest'
import { addressKind } from './addresses.ts'

it.each([
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1%eth0',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::169.254.169.254',
  '2002:a9fe:a9fe::1',
  'no address',
])('never lets anything reach %s', (address) => {
  expect(addressKind(address)).toBe('never')
})

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '0.0.0.0',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:7f00:1',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fd12::1',
  'fec0::1',
  'ff02::1',
])('keeps %s closed', (address) => {
  expect(addressKind(address)).toBe('closed')
})

it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '2001:4860:4860::8888'])(
  'lets %s be reached',
  (address) => {
    expect(addressKind(address)).toBe('public')
  },
)
