import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Platform, pathRules } from './paths.ts'

const HOME: Record<Platform, string> = { linux: '/home/mei', darwin: '/Users/mei', win32: 'C:\\Users\\mei' }

describe('pathRules', () => {
  it.each<[Platform, string, string | null]>([
    ['linux', '/home/mei/code', '/home/mei/code'],
    ['linux', '/home/mei/code/', '/home/mei/code'],
    ['linux', '//home//mei/./code/../项目', '/home/mei/项目'],
    ['linux', '/../../etc', '/etc'],
    ['linux', '/', '/'],
    ['linux', '~', '/home/mei'],
    ['linux', ' ~/my code ', '/home/mei/my code'],
    ['linux', '~/..', '/home'],
    ['linux', '~other/code', null],
    ['linux', '~\\code', null],
    ['linux', 'code', null],
    ['linux', './code', null],
    ['linux', '../code', null],
    ['linux', 'C:\\code', null],
    ['linux', '', null],
    ['linux', '/a\0b', null],
    ['darwin', '~/Documents/', '/Users/mei/Documents'],
    ['win32', 'c:\\code', 'C:\\code'],
    ['win32', 'C:/code/我的 项目/', 'C:\\code\\我的 项目'],
    ['win32', 'c:\\', 'C:\\'],
    ['win32', 'C:', null],
    ['win32', 'C:code', null],
    ['win32', '\\code', null],
    ['win32', '/code', null],
    ['win32', 'code', null],
    ['win32', '~', 'C:\\Users\\mei'],
    ['win32', '~\\code', 'C:\\Users\\mei\\code'],
    ['win32', '~/code', 'C:\\Users\\mei\\code'],
    ['win32', '\\\\server\\share\\a b', '\\\\server\\share\\a b'],
    ['win32', '//server/share/a/../b', '\\\\server\\share\\b'],
    ['win32', '\\\\server', null],
    ['win32', '//../share', null],
    ['win32', '\\\\server\\..\\a', null],
    ['win32', '\\\\?\\C:\\code', 'C:\\code'],
    ['win32', '\\\\?\\UNC\\server\\share\\a', '\\\\server\\share\\a'],
    ['win32', 'C:\\a\\..\\..\\..\\b', 'C:\\b'],
  ])('on %s reads %j as %j', (platform, typed, path) => {
    expect(pathRules(platform).absolute(typed, HOME[platform])).toBe(path)
  })

  it.each<[Platform, string, string | null, string]>([
    ['linux', '/home/mei', '/home', 'mei'],
    ['linux', '/home', '/', 'home'],
    ['linux', '/', null, '/'],
    ['win32', 'C:\\a b\\c', 'C:\\a b', 'c'],
    ['win32', 'C:\\a', 'C:\\', 'a'],
    ['win32', 'C:\\', null, 'C:\\'],
    ['win32', '\\\\server\\share\\a', '\\\\server\\share\\', 'a'],
    ['win32', '\\\\server\\share\\', null, 'share'],
  ])('on %s knows that %j lies in %j and is named %j', (platform, path, parent, name) => {
    expect(pathRules(platform).parentOf(path)).toBe(parent)
    expect(pathRules(platform).nameOf(path)).toBe(name)
  })

  it.each<[Platform, string, string]>([
    ['linux', '/home/mei', '~'],
    ['linux', '/home/mei/code', '~/code'],
    ['linux', '/home/mei/..code', '~/..code'],
    ['linux', '/home/meiling', '/home/meiling'],
    ['linux', '/etc', '/etc'],
    ['win32', 'C:\\Users\\mei\\a b', '~\\a b'],
    ['win32', 'D:\\code', 'D:\\code'],
    ['win32', '\\\\server\\share', '\\\\server\\share'],
  ])('on %s shows %j as %j', (platform, path, shown) => {
    expect(pathRules(platform).display(path, HOME[platform])).toBe(shown)
  })

  it.each<[Platform, string, [string, string][]]>([
    ['linux', '/', [['/', '/']]],
    [
      'linux',
      '/home/我',
      [
        ['/', '/'],
        ['home', '/home'],
        ['我', '/home/我'],
      ],
    ],
    [
      'win32',
      'C:\\a b\\c',
      [
        ['C:', 'C:\\'],
        ['a b', 'C:\\a b'],
        ['c', 'C:\\a b\\c'],
      ],
    ],
    [
      'win32',
      '\\\\server\\share\\a',
      [
        ['\\\\server\\share', '\\\\server\\share\\'],
        ['a', '\\\\server\\share\\a'],
      ],
    ],
  ])('on %s cuts %j into crumbs', (platform, path, crumbs) => {
    expect(pathRules(platform).crumbs(path)).toEqual(crumbs.map(([name, at]) => ({ name, path: at })))
  })

  it.each<[Platform, string, boolean]>([
    ['linux', '.git', true],
    ['linux', 'AppData', false],
    ['linux', '$RECYCLE.BIN', false],
    ['win32', '$RECYCLE.BIN', true],
    ['win32', 'System Volume Information', true],
    ['win32', 'AppData', true],
    ['win32', '.ssh', true],
    ['win32', '项目', false],
  ])('on %s takes %j as hidden: %s', (platform, name, hidden) => {
    expect(pathRules(platform).isHidden(name)).toBe(hidden)
  })

  it('takes two spellings for one folder where the system does', () => {
    expect(pathRules('win32').key('c:/Code/A')).toBe(pathRules('win32').key('C:\\code\\a\\'))
    expect(pathRules('darwin').key('/Users/Mei/cafe\u0301')).toBe(
      pathRules('darwin').key('/users/mei/caf\u00e9'),
    )
    expect(pathRules('linux').key('/home/A')).not.toBe(pathRules('linux').key('/home/a'))
  })

  it.each<[Platform, string, string, boolean]>([
    ['linux', '/a', '/a', true],
    ['linux', '/a', '/a/b/c', true],
    ['linux', '/a', '/ab', false],
    ['linux', '/a/b', '/a', false],
    ['linux', '/', '/a', true],
    ['linux', '/a', '/a/..b', true],
    ['win32', 'C:\\a', 'c:\\A\\b', true],
    ['win32', 'C:\\a', 'D:\\a\\b', false],
    ['win32', '\\\\s\\x', '\\\\s\\y\\a', false],
  ])('on %s %j contains %j: %s', (platform, outer, inner, inside) => {
    expect(pathRules(platform).contains(outer, inner)).toBe(inside)
  })

  it('never gives a path that climbs, and gives the same when asked twice', () => {
    const part = fc.oneof(
      fc.constantFrom('.', '..', '', 'a b', '项目', 'C:', '~'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    )
    const typed = fc
      .tuple(
        fc.constantFrom('', '/', '~/', 'c:\\', 'C:/', '\\\\s\\h\\'),
        fc.array(part),
        fc.constantFrom('/', '\\'),
      )
      .map(([start, parts, separator]) => start + parts.join(separator))
    fc.assert(
      fc.property(typed, fc.constantFrom<Platform>('win32', 'linux', 'darwin'), (text, platform) => {
        const rules = pathRules(platform)
        const path = rules.absolute(text, HOME[platform])
        if (path === null) return
        expect(path.split(rules.separator)).not.toContain('..')
        expect(rules.normal(path)).toBe(path)
        expect(rules.key(rules.normal(path))).toBe(rules.key(path))
      }),
    )
  })
})
