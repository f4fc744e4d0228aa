import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside, type PathFlavour, resolvePath, shownPath } from './project-path.ts'

const unix: PathFlavour = { path: posix, home: '/home/ada' }
const windows: PathFlavour = { path: win32, home: 'C:\\Users\\Ada' }

describe('a path as the model wrote it', () => {
  it.each([
    [unix, '/work', 'src/a.ts', 'src/a.ts', true],
    [unix, '/work', '', '.', true],
    [unix, '/work', '.', '.', true],
    [unix, '/work', 'src/', 'src', true],
    [unix, '/work', './src/../b', 'b', true],
    [unix, '/work', '/work/src/a b.ts', 'src/a b.ts', true],
    [unix, '/work', '中文/文件.md', '中文/文件.md', true],
    [unix, '/work', '..foo/a', '..foo/a', true],
    [unix, '/work', '..', '/', false],
    [unix, '/work', '../work2/a', '/work2/a', false],
    [unix, '/work', '../work/a', 'a', true],
    [unix, '/work', '/workshop/a', '/workshop/a', false],
    [unix, '/work', '/WORK/a', '/WORK/a', false],
    [unix, '/work', '~/notes', '/home/ada/notes', false],
    [unix, '/home/ada', '~', '.', true],
    [unix, '/work', '~bob/x', '~bob/x', true],
    [unix, '/work', 'a\\..\\..\\b', 'a\\..\\..\\b', true],
    [unix, '/', 'etc/passwd', 'etc/passwd', true],
    [windows, 'C:\\work', 'src\\a.ts', 'src/a.ts', true],
    [windows, 'C:\\work', 'src/a.ts', 'src/a.ts', true],
    [windows, 'C:\\work', 'c:\\WORK\\a.ts', 'a.ts', true],
    [windows, 'C:\\work', 'D:\\work\\a.ts', 'D:/work/a.ts', false],
    [windows, 'C:\\work', '\\other\\a', 'C:/other/a', false],
    [windows, 'C:\\work', '..\\..\\a', 'C:/a', false],
    [windows, 'C:\\work', '\\\\server\\share\\a', '//server/share/a', false],
    [windows, '\\\\server\\share\\work', 'a 中文.txt', 'a 中文.txt', true],
    [windows, '\\\\server\\share\\work', '\\\\server\\share\\other', '//server/share/other', false],
    [windows, 'C:\\work', '~\\notes', 'C:/Users/Ada/notes', false],
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
    [windows, '\\\\?\\C:\\work\\a'],
    [windows, 'C:secret.txt'],
    [windows, 'a.txt:stream'],
    [windows, '.git::$INDEX_ALLOCATION\\config'],
    [windows, '.git.\\config'],
    [windows, '.git \\config'],
  ])('%# refuses a name that stands for something else: %s', (flavour, input) => {
    expect(() => resolvePath(flavour === windows ? 'C:\\work' : '/work', input, flavour)).toThrow(/.+/)
  })

  it('never calls a path inside that is not spelled under the root', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '//', '~', 'a', 'work', '中', ' ', '\\', '...'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const input = pieces.join('/').replaceAll('\0', '')
        const resolved = resolvePath('/home/ada/work', input, unix)
        expect(isInside('/home/ada/work', resolved, unix)).toBe(`${resolved}/`.startsWith('/home/ada/work/'))
      }),
    )
  })
})
