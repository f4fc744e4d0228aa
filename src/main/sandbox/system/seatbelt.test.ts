import { describe, expect, it } from 'vitest'
import type { SandboxProfile } from '../sandbox-profile.ts'
import { seatbeltCommand } from './seatbelt.ts'

const profile: SandboxProfile = {
  root: '/home/ada/ledger',
  temp: '/data/tmp/s1',
  startMark: '.begun',
  asRoot: false,
  writable: ['/home/ada/.npm'],
  pinned: ['/home/ada/ledger/.git'],
  readOnly: ['/home/ada/ledger/.git/hooks'],
  replaced: [{ path: '/home/ada/.npm/_npx', by: '/data/caches/npx' }],
  hiddenFolders: ['/home/ada/.ssh'],
  hiddenFiles: ['/home/ada/.netrc'],
  visible: [],
  filter: null,
  link: null,
  proxyPort: null,
  forwards: [],
  reach: false,
  limits: { memoryBytes: null, processes: null },
}
const program = { file: '/bin/bash', args: ['-c', 'ls'] }

describe('Seatbelt', () => {
  it('closes writing and the network, and names git by pattern', () => {
    const { file, args } = seatbeltCommand(
      '/usr/bin/sandbox-exec',
      { ...profile, proxyPort: 4567, forwards: [5432] },
      program,
    )
    expect([file, args[0], ...args.slice(2)]).toEqual([
      '/usr/bin/sandbox-exec',
      '-p',
      '/bin/bash',
      '-c',
      'ls',
    ])
    const rules = (args[1] ?? '').split('\n')
    expect(rules.slice(0, 3)).toEqual(['(version 1)', '(allow default)', '(deny file-write*)'])
    expect(rules).toContain('(deny file-read* file-write* (subpath "/home/ada/.ssh"))')
    expect(rules).toContain('(deny file-read* file-write* (literal "/home/ada/.netrc"))')
    expect(rules).toContain('(deny network*)')
    expect(rules).toContain('(allow network-outbound (remote ip "localhost:4567"))')
    expect(rules).toContain('(allow network-outbound (remote ip "localhost:5432"))')
    const place = (start: string) => rules.findIndex((line) => line.startsWith(start))
    expect(place('(allow file-write*')).toBeLessThan(place('(deny file-write* (subpath'))
    expect(rules[place('(deny file-write* (subpath')]).toContain('hH')
  })

  it('opens a cache in a closed one, and not what is closed in it', () => {
    const caches = [
      '/h/go/pkg/mod/cache',
      '/h/go/pkg/mod/cache/download/golang.org/toolchain',
      '/h/.cargo/git',
    ]
    const nested = {
      ...profile,
      writable: ['/h/go/pkg', '/h/go/pkg/mod/cache/download'],
      replaced: caches.map((path) => ({ path, by: '/data/x' })),
    }
    const rules = (seatbeltCommand('x', nested, program).args[1] ?? '').split('\n')
    const writes = (path: string) => {
      const about = rules.filter(
        (line) =>
          line.includes('file-write*') &&
          [...line.matchAll(/\(subpath "([^"]*)"\)/g)].some(([, at]) => `${path}/`.startsWith(`${at}/`)),
      )
      return about.at(-1)?.startsWith('(allow')
    }
    expect(['/h/go/pkg/mod/x', '/h/go/pkg/mod/cache/download/x'].map(writes)).toEqual([true, true])
    expect(caches.map(writes)).toEqual([false, false, false])
    expect(rules.findLastIndex((line) => line.includes('hH'))).toBeGreaterThan(
      rules.findLastIndex((line) => line.startsWith('(allow file-write*')),
    )
  })

  it('quotes paths', () => {
    const odd = { ...profile, hiddenFiles: ['/a"b\\c'] }
    expect(seatbeltCommand('x', odd, program).args[1]).toContain('(literal "/a\\"b\\\\c")')
  })
})
