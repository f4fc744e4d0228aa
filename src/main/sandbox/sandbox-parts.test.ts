import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { addressKind } from '../lib/addresses.ts'
import { blocksIn } from './blocked.ts'
import { sandboxUse } from './command-sandbox.ts'
import { allowedHosts, allowedPorts, hostVerdict, normalHost } from './host-rules.ts'
import { placesFor } from './profile.ts'
import { rulesFor } from './rules-for-blocks.ts'
import type { Program, SandboxProfile } from './sandbox-profile.ts'
import { bubblewrapCommand } from './system/bubblewrap.ts'
import { launcherFor } from './system/launcher.ts'
import { findSandboxSupport } from './system/support.ts'

const rule = (tool: string, pattern: string, action: PermissionRule['action'] = 'allow'): PermissionRule => ({
  tool,
  pattern,
  action,
})
const set = (rules: readonly PermissionRule[], grants: readonly PermissionRule[] = []) => ({
  rules: [rules],
  grants,
})
const input = {
  root: '/home/ada/ledger',
  folders: [],
  home: '/home/ada',
  appHome: '/home/ada/.orrery',
  settings: {},
  named: [],
}

describe('the places of a command', () => {
  it('follow from the rules of every agent concerned', () => {
    const both = [rule('edit', '~/notes/**'), rule('edit', '/srv/a')]
    const { writable, readOnly, hidden } = placesFor({
      ...input,
      standing: [
        set(both),
        set([
          rule('edit', '~/notes/**'),
          rule('edit', 'src/locked.ts', 'deny'),
          rule('read', '.env', 'deny'),
        ]),
      ],
    })
    expect(writable).toContain('/home/ada/notes')
    expect(writable).not.toContain('/srv/a')
    expect(readOnly).toContain('/home/ada/ledger/src/locked.ts')
    expect(hidden).toContain('/home/ada/ledger/.env')
  })

  it('never open the home folder, what is above it, or the data of the app', () => {
    const wide = ['~', '/', '/home', '~/.orrery', '/home/ada/x/../..'].map((path) => rule('edit', path))
    const { writable } = placesFor({ ...input, standing: [set(wide)], settings: { write: ['~'] } })
    expect(
      writable.filter((path) => ['/', '/home', '/home/ada', '/home/ada/.orrery'].includes(path)),
    ).toEqual([])
  })

  it('open the extra folders of a chat, without what steers other programs in them', () => {
    const { writable, readOnly } = placesFor({
      ...input,
      folders: ['/home/ada/shared', '/home', '/home/ada/.orrery'],
      standing: [set([])],
    })
    expect(writable).toContain('/home/ada/shared')
    expect(writable).not.toContain('/home')
    expect(writable).not.toContain('/home/ada/.orrery')
    expect(readOnly).toEqual(expect.arrayContaining(['/home/ada/shared/.claude', '/home/ada/shared/.husky']))
  })

  it('show scripts of skills and plugins unless the person hides the data of the app', () => {
    const shown = (settings: object, rules: readonly PermissionRule[]) =>
      placesFor({ ...input, settings, standing: [set(rules)] }).shown
    expect(shown({}, [])).toEqual(['/home/ada/.orrery/skills', '/home/ada/.orrery/plugins'])
    expect(shown({ hide: ['~/.orrery'] }, [])).toEqual([])
    expect(shown({}, [rule('read', '~/.orrery/**', 'deny')])).toEqual([])
    expect(shown({}, [rule('read', '~/.orrery/plugins/**', 'deny')])).toEqual(['/home/ada/.orrery/skills'])
  })

  it('show a secret only where the settings or a rule name it', () => {
    const hidden = (settings: object, rules: readonly PermissionRule[]) =>
      placesFor({ ...input, settings, standing: [set(rules)] }).hidden
    expect(hidden({}, [])).toContain('/home/ada/.aws')
    expect(hidden({ show: ['~/.aws'] }, [])).not.toContain('/home/ada/.aws')
    expect(hidden({}, [rule('read', '~/.aws/**')])).not.toContain('/home/ada/.aws')
    expect(hidden({ hide: ['secret'] }, [])).toContain('/home/ada/ledger/secret')
  })
})

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

describe('bubblewrap', () => {
  it('mounts deeper places later and starts the program', () => {
    const { file, args } = bubblewrapCommand('/usr/bin/bwrap', profile, program)
    expect(file).toBe('/usr/bin/bwrap')
    expect(args.slice(0, 8)).toEqual([
      ...[
        '--unshare-user',
        '--unshare-pid',
        '--unshare-ipc',
        '--unshare-uts',
        '--unshare-cgroup-try',
        '--unshare-net',
      ],
      ...['--cap-drop', 'ALL'],
    ])
    const shared = ['--size', '1073741824', '--tmpfs']
    const mounts = args.slice(args.indexOf('--dev'))
    expect(mounts).toEqual([
      ...['--dev', '/dev', ...shared, '/dev/shm', '--remount-ro', '/dev', '--proc', '/proc'],
      ...mounts.slice(10, mounts.indexOf('/run') - 3),
      ...['--size', '16777216', '--tmpfs', '/run', '--bind', '/data/tmp/s1', '/tmp', ...shared, '/var/tmp'],
      ...['--ro-bind', '/dev/null', '/home/ada/.netrc', '--bind', '/home/ada/.npm', '/home/ada/.npm'],
      ...['--size', '1048576', '--tmpfs', '/home/ada/.ssh'],
      ...['--bind', '/home/ada/ledger', '/home/ada/ledger'],
      ...['--bind', '/data/caches/npx', '/home/ada/.npm/_npx'],
      ...['--bind', '/home/ada/ledger/.git', '/home/ada/ledger/.git'],
      ...['--ro-bind', '/home/ada/ledger/.git/hooks', '/home/ada/ledger/.git/hooks'],
      ...['--chdir', '/home/ada/ledger', '--', '/bin/bash', '-c'],
      '{ command : > /tmp/.begun; } 2>/dev/null; ls',
    ])
  })

  it('starts what is no script of a shell by a small shell', () => {
    const from = ({ file, args }: Program) => {
      const whole = bubblewrapCommand('bwrap', profile, { file, args }).args
      return whole.slice(whole.indexOf('--') + 1)
    }
    const small = ['/bin/sh', '-c', '{ command : > /tmp/.begun; } 2>/dev/null; exec "$@"', 'sandbox']
    expect(from({ file: '/usr/bin/node', args: ['x.js'] })).toEqual([...small, '/usr/bin/node', 'x.js'])
    const named = ['-c', 'echo $0', 'name']
    expect(from({ file: '/bin/bash', args: named })).toEqual([...small, '/bin/bash', ...named])
  })

  it('closes what everybody may write in the kernel, and for root all of it', () => {
    const guards = (asRoot: boolean) => {
      const { args } = bubblewrapCommand('bwrap', { ...profile, asRoot }, program)
      return args.slice(args.indexOf('/proc') + 1, args.indexOf('/run') - 3)
    }
    const closed = (path: string) => ['--ro-bind-try', path, path]
    expect(guards(false)).toEqual([...closed('/proc/sys'), ...closed('/proc/pressure')])
    expect(guards(true)).toEqual(['--remount-ro', '/proc'])
  })

  it('closes a place that is also open, and hides one that is also closed', () => {
    const at = '/home/ada/ledger/x'
    const twice = { ...profile, writable: [at], readOnly: [at], hiddenFiles: [at] }
    const { args } = bubblewrapCommand('bwrap', twice, program)
    expect(args.filter((each) => each === at)).toEqual([at])
    expect(args[args.indexOf(at) - 1]).toBe('/dev/null')
  })

  it('sets limits, starts a forwarder for each port, and ends them with the program', () => {
    const more = {
      ...profile,
      link: '/tmp/s',
      forwards: [5432],
      limits: { memoryBytes: 1024 ** 3, processes: 99 },
    }
    const { args } = bubblewrapCommand('bwrap', more, program)
    const script = args[args.indexOf('--') + 3] ?? ''
    expect(script).toContain('ulimit -d 1048576')
    expect(script).toContain('ulimit -u 99')
    expect(script).toContain('TCP-LISTEN:3128,bind=127.0.0.1')
    expect(script).toContain('UNIX-CONNECT:/run/orrery/5432')
    expect(script.split('\n').slice(-4)).toEqual(['"$@"', 'r=$?', 'kill -9 $f', 'exit $r'])
    expect(args.slice(-3)).toEqual(['/bin/bash', '-c', 'ls'])
  })
})

describe('the support of a system', () => {
  const find = (platform: NodeJS.Platform, there: readonly string[], exitCode: number | null) =>
    findSandboxSupport({
      platform,
      exists: (file) => there.includes(file),
      filter: null,
      run: async () => ({ exitCode, output: 'setting up uid map: Permission denied\n' }),
    })
  it.each([
    [
      'Linux with everything',
      'linux',
      ['/usr/bin/bwrap', '/usr/bin/socat'],
      0,
      { available: true, kind: 'bubblewrap', proxy: true },
    ],
    [
      'Linux without socat',
      'linux',
      ['/usr/bin/bwrap'],
      0,
      { available: true, kind: 'bubblewrap', proxy: false },
    ],
    ['Linux without bubblewrap', 'linux', [], 0, { available: false, lack: 'no_bubblewrap', output: '' }],
    [
      ...['Linux without user namespaces', 'linux', ['/usr/bin/bwrap'], 1],
      { available: false, lack: 'no_namespaces', output: 'setting up uid map: Permission denied' },
    ],
    ['macOS', 'darwin', ['/usr/bin/sandbox-exec'], 0, { available: true, kind: 'seatbelt', proxy: true }],
    ['macOS without sandbox-exec', 'darwin', [], 0, { available: false, lack: 'no_seatbelt', output: '' }],
    ['Windows', 'win32', [], 0, { available: false, lack: 'windows', output: '' }],
    ['another system', 'freebsd', [], 0, { available: false, lack: 'system', output: '' }],
  ] as [string, NodeJS.Platform, string[], number, object][])(
    '%s',
    async (_name, platform, there, exitCode, expected) => {
      const support = await find(platform, there, exitCode)
      expect(support).toEqual(expected)
      expect(launcherFor(support, '/usr/bin/bwrap') !== null).toBe(support.available)
      const use = (mode: 'auto' | 'on' | 'off') => sandboxUse({ mode }, ['ask'], support)
      expect([use('auto'), use('on'), use('off')]).toEqual(
        support.available ? ['inside', 'inside', 'outside'] : ['outside', 'required', 'outside'],
      )
    },
  )

  it('is missing where the kernel takes no filter of system calls', async () => {
    const started: string[][] = []
    const support = await findSandboxSupport({
      platform: 'linux',
      exists: () => true,
      filter: '/f/filter',
      run: async (_file, args) => {
        started.push([...args])
        return args.includes('--seccomp')
          ? { exitCode: 1, output: 'bwrap: prctl' }
          : { exitCode: 0, output: '' }
      },
    })
    expect(support).toEqual({ available: false, lack: 'no_filter', output: 'bwrap: prctl' })
    expect(started.map((args) => args.includes('/f/filter'))).toEqual([false, true])
  })

  it('leaves full access alone unless the sandbox is always on', () => {
    const support = { available: true, kind: 'bubblewrap', proxy: true } as const
    expect(sandboxUse({}, ['bypass'], support)).toBe('outside')
    expect(sandboxUse({}, ['bypass', 'ask'], support)).toBe('inside')
    expect(sandboxUse({ mode: 'on' }, ['bypass'], support)).toBe('inside')
    expect(sandboxUse({}, [], null)).toBe('outside')
  })
})

describe('hosts', () => {
  const verdict = (host: string, port: number, ...standing: ReturnType<typeof set>[]) =>
    hostVerdict(standing, { host: normalHost(host), port })
  it.each([
    ['a.test', 443, [], 'ask'],
    ['a.test', 443, [rule('network', 'a.test')], 'allow'],
    ['A.test.', 443, [rule('network', 'a.test:443')], 'allow'],
    ['a.test', 80, [rule('network', 'a.test:443')], 'ask'],
    ['b.a.test', 443, [rule('network', '*.a.test')], 'allow'],
    ['a.test', 443, [rule('network', '*.a.test')], 'ask'],
    ['evila.test', 443, [rule('network', '*.a.test')], 'ask'],
    ['a.test', 443, [rule('network', '*'), rule('network', 'a.test', 'deny')], 'deny'],
    ['a.test', 443, [rule('network', '*')], 'allow'],
    // A wildcard means hosts, and not what only this machine or its network can reach.
    ['127.0.0.1', 5432, [rule('network', '*')], 'ask'],
    ['localhost', 5432, [rule('network', '*:5432')], 'ask'],
    ['192.168.1.1', 80, [rule('network', '*')], 'ask'],
    ['localhost', 5432, [rule('network', '*', 'deny')], 'deny'],
    ['127.0.0.1', 5432, [rule('network', 'localhost:5432')], 'allow'],
    ['[::1]', 5432, [rule('network', 'localhost:5432')], 'allow'],
    ['a.test', 443, [rule('bash', 'a.test')], 'ask'],
  ] as const)('%s:%d under %j is %s', (host, port, rules, expected) => {
    expect(verdict(host, port, set(rules))).toBe(expected)
  })

  it('needs the word of every agent concerned, and a grant lifts no refusal', () => {
    const allow = rule('network', 'a.test')
    expect(verdict('a.test', 1, set([allow]), set([]))).toBe('ask')
    expect(verdict('a.test', 1, set([], [allow]), set([allow]))).toBe('allow')
    expect(verdict('a.test', 1, set([rule('network', 'a.test', 'deny')], [allow]))).toBe('deny')
    expect(verdict('a.test', 1, set([rule('network', 'a.test', 'ask')], [allow]))).toBe('allow')
    const open = set([
      rule('network', 'localhost:5432'),
      rule('network', 'a.test'),
      rule('network', 'b.test', 'deny'),
    ])
    expect([allowedHosts([open]), allowedPorts([open])]).toEqual([['localhost:5432', 'a.test'], [5432]])
  })

  it.each([
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1::1', 'public'],
    ['127.0.0.1', 'closed'],
    ['10.1.2.3', 'closed'],
    ['192.168.1.1', 'closed'],
    ['0.0.0.0', 'closed'],
    ['::1', 'closed'],
    ['::ffff:127.0.0.1', 'closed'],
    ['::ffff:7f00:1', 'closed'],
    ['64:ff9b::7f00:1', 'closed'],
    ['fd12::1', 'closed'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['fd00:ec2::254', 'never'],
    ['fe80::1%eth0', 'never'],
    ['100.100.100.200', 'never'],
    ['not an address', 'never'],
  ])('the address %s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind)
  })
})

describe('what a command was kept from', () => {
  const seen = { root: '/p', home: '/home/ada', hidden: ['/home/ada/.ssh'] }
  it.each([
    ["touch: cannot touch '/etc/foo': Read-only file system", ['write /etc/foo']],
    ['/bin/bash: line 1: /etc/foo: Read-only file system', ['write /etc/foo']],
    ['/bin/bash: line 1: .git/hooks/pre-commit: Read-only file system', ['write /p/.git/hooks/pre-commit']],
    ["Error: EROFS: read-only file system, open '/srv/x'", ['write /srv/x']],
    ["OSError: [Errno 30] Read-only file system: '/srv/x'", ['write /srv/x']],
    ['open /srv/x: read-only file system', ['write /srv/x']],
    ['cat: /home/ada/.ssh/id_rsa: No such file or directory', ['read /home/ada/.ssh/id_rsa']],
    ['cat: /p/nothing: No such file or directory', []],
    ['curl: (6) Could not resolve host: example.com', ['host example.com']],
    ["fatal: unable to access 'https://x/': Could not resolve host: github.com", ['host github.com']],
    [
      'npm error request to https://r/ failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org',
      ['host registry.npmjs.org'],
    ],
    ['connect ECONNREFUSED 127.0.0.1:5432', ['host localhost:5432']],
    ['curl: (7) Failed to connect to localhost port 9999 after 0 ms', ['host localhost:9999']],
    [
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      ['socket /var/run/docker.sock'],
    ],
    ['all is well', []],
  ])('%s', (output, expected) => {
    expect(blocksIn(output, seen).map(({ what, name }) => `${what} ${name}`)).toEqual(expected)
  })

  it('is opened by exactly the rules that name it', () => {
    const blocked = [
      { what: 'host' as const, name: 'a.test:443', tries: 2 },
      { what: 'host' as const, name: 'b.test:443', tries: 1, denied: true as const },
      { what: 'write' as const, name: '/srv/x/y', tries: 1 },
      { what: 'write' as const, name: '/p/.git/config', tries: 1 },
      { what: 'write' as const, name: '/p/.git/hooks/pre-commit', tries: 1 },
      { what: 'git_setting' as const, name: 'core.fsmonitor=x', tries: 1 },
      { what: 'socket' as const, name: '/run/docker.sock', tries: 1 },
    ]
    expect(rulesFor(blocked, (path) => path.includes('.git'))).toEqual([
      { tool: 'network', pattern: 'a.test:443', action: 'allow' },
      { tool: 'edit', pattern: '/srv/x/**', action: 'allow' },
      { tool: 'git', pattern: '.git/config', action: 'allow' },
    ])
  })
})
