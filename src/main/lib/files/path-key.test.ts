import { describe, expect, it } from 'vitest'
import { pathKey } from './path-key.ts'

describe('two spellings of a path', () => {
  it.each<[NodeJS.Platform, string, string]>([
    ['win32', 'C:\\Users\\Lin\\a.txt', 'c:\\users\\lin\\A.TXT'],
    ['win32', 'C:\\Users\\Lin\\a.txt', 'C:/Users/Lin/a.txt'],
    ['win32', '\\\\?\\C:\\a b\\中文.txt', 'c:\\a b\\中文.txt'],
    ['win32', '\\\\?\\UNC\\server\\share\\a', '\\\\SERVER\\share\\a'],
    ['darwin', '/Users/lin/Übung.txt', '/Users/lin/u\u0308bung.txt'],
    ['darwin', '/private/tmp/中文', '/private/tmp/中文'],
    ['linux', '/home/lin/a b.txt', '/home/lin/a b.txt'],
  ])('are one file on %s: %s and %s', (platform, one, other) => {
    expect(pathKey(one, platform)).toBe(pathKey(other, platform))
  })

  it.each<[NodeJS.Platform, string, string]>([
    ['linux', '/home/lin/a.txt', '/home/lin/A.txt'],
    ['linux', '/home/lin/\u00fc', '/home/lin/u\u0308'],
    ['linux', '/home/lin/a\\b', '/home/lin/a/b'],
    ['win32', 'C:\\a', 'D:\\a'],
    ['win32', '\\\\server\\share\\a', '\\\\server\\other\\a'],
    ['darwin', '/Users/lin/a', '/Users/lin/b'],
  ])('are two files on %s: %s and %s', (platform, one, other) => {
    expect(pathKey(one, platform)).not.toBe(pathKey(other, platform))
  })
})
