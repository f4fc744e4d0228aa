import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside, type PathFlavour, resolvePath, shownPath } from './project-path.ts'

const unix: PathFlavour = { path: posix, home: '/home/ada' }
const windows: PathFlavour = { path: win32, home: 'C:\\Users\\Ada' }

describe('a path as the model wrote it', () => {
  it.each([
    [unix, '/code', 'src/a.ts', 'src/a.ts', true],
    [unix, '/code', '', '.', true],
    [unix, '/code', '.', '.', true],
    [unix, '/code', 'src/', 'src', true],
    [unix, '/code', './src/../b', 'b', true],
    [unix, '/code', '/code/src/a b.ts', 'src/a b.ts', true],
    [unix, '/code', '中文/文件.md', '中文/文件.md', true],
    [unix, '/code', '..foo/a', '..foo/a', true],
    [unix, '/code', '..', '/', false],
    [unix, '/code', '../code2/a', '/code2/a', false],
    [unix, '/code', '../code/a', 'a', true],
    [unix, '/code', '/codeshop/a', '/codeshop/a', false],
    [unix, '/code', '/CODE/a', '/CODE/a', false],
    [unix, '/code', '~/notes', '/home/ada/notes', false],
    [unix, '/home/ada', '~', '.', true],
    [unix, '/code', '~bob/x', '~bob/x', true],
    [unix, '/code', 'a\\..\\..\\b', 'a\\..\\..\\b', true],
    [unix, '/', 'etc/passwd', 'etc/passwd', true],
    [windows, 'C:\\code', 'src\\a.ts', 'src/a.ts', true],
    [windows, 'C:\\code', 'src/a.ts', 'src/a.ts', true],
    [windows, 'C:\\code', 'c:\\CODE\\a.ts', 'a.ts', true],
    [windows, 'C:\\code', 'D:\\code\\a.ts', 'D:/code/a.ts', false],
    [windows, 'C:\\code', '\\other\\a', 'C:/other/a', false],
    [windows, 'C:\\code', '..\\..\\a', 'C:/a', false],
    [windows, 'C:\\code', '\\\\server\\share\\a', '//server/share/a', false],
    [windows, '\\\\server\\share\\code', 'a 中文.txt', 'a 中文.txt', true],
    [windows, '\\\\server\\share\\code', '\\\\server\\share\\other', '//server/share/other', false],
    [windows, 'C:\\code', '~\\notes', 'C:/Users/Ada/notes', false],
  ])('%# resolves in %s: %s → %s', (flavour, root, input, shown, inside) => {
    const resolved = resolvePath(root, input, flavour)
    expect([shownPath(root, resolved, flavour), isInside(root, resolved, flavour)]).toEqual([shown, inside])
  })

  it.each([
    [unix, 'a\0b'],
    [windows, 'CON'],
    [windows, 'src\\nul.txt'],
    [windows, 'com1'],
    [windows, 'LPT9.log'],
    [windows, '\\\\.\\PhysicalDrive0'],
    [windows, '\\\\?\\C:\\code\\a'],
    [windows, 'C:secret.txt'],
    [windows, 'a.txt:stream'],
    [windows, '.git::$INDEX_ALLOCATION\\config'],
    [windows, '.git.\\config'],
    [windows, '.git \\config'],
  ])('%# refuses a name that stands for something else: %s', (flavour, input) => {
    expect(() => resolvePath(flavour === windows ? 'C:\\code' : '/code', input, flavour)).toThrow(/.+/)
  })

  it('never calls a path inside that is not spelled under the root', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '//', '~', 'a', 'work', '中', ' ', '\\', '...'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const input = pieces.join('/').replaceAll('\0', '')
        const resolved = resolvePath('/home/ada/code', input, unix)
        expect(isInside('/home/ada/code', resolved, unix)).toBe(`${resolved}/`.startsWith('/home/ada/code/'))
      }),
    )
  })
})
