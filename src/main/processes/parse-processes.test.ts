import { describe, expect, it } from 'vitest'
import { parseCim, parseProc, parsePsTable } from './parse-processes.ts'

describe('a process of Linux', () => {
  const stat = (name: string, state = 'S') =>
    `4711 (${name}) ${state} 17 4711 4000 0 -1 4194304 100 0 0 0 25 5 0 0 20 0 1 0 8000 1 2 3`
  const status = 'Name:\tsleep\nVmRSS:\t    2048 kB\nThreads:\t1\n'

  it.each([
    ['sleep', 'sleep\u00001000\u0000', 'sleep 1000'],
    ['a) R 1 (b', '', 'a) R 1 (b'],
    ['kworker/0:1', '', 'kworker/0:1'],
  ])('called %j with the words %j is %j', (name, cmdline, command) => {
    expect(parseProc({ stat: stat(name), status, cmdline }, 100_000)).toEqual({
      pid: 4711,
      parent: 17,
      group: 4711,
      cpuMs: 300,
      memory: 2_097_152,
      ageMs: 20_000,
      command,
    })
  })

  it.each([stat('x', 'Z'), stat('x', 'X'), '', 'nonsense'])(
    'that is over or cannot be read is none: %j',
    (text) => {
      expect(parseProc({ stat: text, status: '', cmdline: '' }, 1)).toBe(null)
    },
  )
})

it('reads the table of macOS', () => {
  const output = [
    '  501     1   501 Ss     0:01.50   4096    02:03:04 /usr/sbin/cfprefsd agent',
    '  777   501   777 R+   1-00:00:01   10 3-01:00:00 node -e "a b"',
    '  888   501   777 Z      0:00.00      0       00:01 (gone)',
    'nonsense',
    '',
  ].join('\n')
  expect(parsePsTable(output)).toEqual([
    {
      pid: 501,
      parent: 1,
      group: 501,
      cpuMs: 1_500,
      memory: 4_194_304,
      ageMs: 7_384_000,
      command: '/usr/sbin/cfprefsd agent',
    },
    {
      pid: 777,
      parent: 501,
      group: 777,
      cpuMs: 86_401_000,
      memory: 10_240,
      ageMs: 262_800_000,
      command: 'node -e "a b"',
    },
  ])
})

describe('the list of Windows', () => {
  const one = {
    ProcessId: 8,
    ParentProcessId: 4,
    KernelModeTime: 10_000,
    UserModeTime: '30000',
    WorkingSetSize: 4_096,
    CommandLine: null,
    Name: 'cmd.exe',
    Age: 5,
  }
  const seen = { pid: 8, parent: 4, group: 8, cpuMs: 4, memory: 4_096, ageMs: 5, command: 'cmd.exe' }

  it.each([
    [JSON.stringify([one, { odd: true }]), [seen]],
    [JSON.stringify({ ...one, CommandLine: 'cmd /c dir' }), [{ ...seen, command: 'cmd /c dir' }]],
    ['', []],
  ])('%j', (output, list) => {
    expect(parseCim(output)).toEqual(list)
  })
})
