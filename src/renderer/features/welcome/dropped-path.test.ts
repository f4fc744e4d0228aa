import { expect, it } from 'vitest'
import { droppedPath } from './dropped-path.ts'

it.each([
  [{ 'text/uri-list': 'file:///home/lin/code/ledger\r\n' }, '/home/lin/code/ledger'],
  [{ 'text/uri-list': 'file:///home/lin/%E9%A1%B9%E7%9B%AE%20one' }, '/home/lin/项目 one'],
  [{ 'text/uri-list': 'file:///C:/Users/lin/code' }, 'C:\\Users\\lin\\code'],
  [{ 'text/uri-list': 'file://server/share/code' }, '\\\\server\\share\\code'],
  [{ 'text/plain': '/srv/data' }, '/srv/data'],
  [{ 'text/plain': 'D:\\work' }, 'D:\\work'],
  [{ 'text/uri-list': 'https://example.org/x' }, null],
  [{ 'text/plain': 'hello' }, null],
  [{ 'text/uri-list': 'file:///home/%E0%A4%A' }, null],
  [{}, null],
])('of %o is %s', (data, path) => {
  expect(droppedPath((type) => (data as Record<string, string>)[type] ?? '')).toBe(path)
})
