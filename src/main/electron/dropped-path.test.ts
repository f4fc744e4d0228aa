import { expect, it } from 'vitest'
import { droppedPath } from './dropped-path.ts'

it.each([
  ['file:///home/lin/code/ledger', 'linux', '/home/lin/code/ledger'],
  ['file:///home/lin/%E9%A1%B9%E7%9B%AE%20one', 'linux', '/home/lin/项目 one'],
  ['file:///Users/lin/a%23b%3Fc%25d', 'darwin', '/Users/lin/a#b?c%d'],
  ['file:///C:/Users/lin/my%20code', 'win32', 'C:\\Users\\lin\\my code'],
  ['file://server/share/code', 'win32', '\\\\server\\share\\code'],
  ['file:///home/lin/../../etc', 'linux', '/etc'],
  ['file://server/share/code', 'linux', null],
  ['file:///home/lin%2Fcode', 'linux', null],
  ['file:///home/%E0%A4%A', 'linux', null],
  ['file:///home/lin%00/code', 'linux', null],
  [`file:///${'a'.repeat(5_000)}`, 'linux', null],
  ['https://example.org/home', 'linux', null],
  ['app://orrery/index.html', 'linux', null],
  ['javascript:alert(1)', 'linux', null],
  ['/home/lin', 'linux', null],
  ['', 'linux', null],
] as const)('what is dropped as %s on %s lies at %s', (url, platform, path) => {
  expect(droppedPath(url, platform)).toBe(path)
})
