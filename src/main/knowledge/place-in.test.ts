import { posix, win32 } from 'node:path'
import { expect, it } from 'vitest'
import { placeIn } from './place-in.ts'

it.each([
  [posix, '/pages', '/pages/a b/中文.md', 'a b/中文.md'],
  [posix, '/pages', '/pages/..md', '..md'],
  [posix, '/pages', '/pages', ''],
  [posix, '/pages', '/pages2/a.md', null],
  [posix, '/pages', '/a.md', null],
  [posix, '/', '/a.md', 'a.md'],
  [posix, '/pages', '/pages/C:\\a.md', 'C:\\a.md'],
  [win32, 'C:\\pages', 'C:\\pages\\sub\\a.md', 'sub/a.md'],
  [win32, 'C:\\pages', 'c:\\PAGES\\a.md', 'a.md'],
  [win32, 'C:\\pages', 'D:\\pages\\a.md', null],
  [win32, 'C:\\', 'C:\\a.md', 'a.md'],
  [win32, 'C:\\pages', '\\\\server\\share\\a.md', null],
  [win32, '\\\\server\\share\\pages', '\\\\server\\share\\pages\\a.md', 'a.md'],
  [win32, '\\\\server\\share\\pages', '\\\\server\\other\\pages\\a.md', null],
  [win32, '\\\\?\\C:\\pages', '\\\\?\\C:\\pages\\a.md', 'a.md'],
])('%# finds the place of a file below a folder, on any system', (style, root, path, place) => {
  expect(placeIn(root, path, style)).toBe(place)
})
