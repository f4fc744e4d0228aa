import { expect, it } from 'vitest'
import { createPlainText } from './plain-text.ts'
import { asWritten, shellStart } from './shell.ts'

const windows = (exists: boolean) => ({
  platform: 'win32' as const,
  environment: { SystemRoot: 'D:\\Windows' },
  exists: () => exists,
})

it('prefers bash and knows sh', () => {
  const start = (file: string) =>
    shellStart('ls', { platform: 'linux', environment: {}, exists: (path) => path === file })
  expect([start('/bin/bash'), start('')]).toEqual([
    { file: '/bin/bash', args: ['-c', 'exec 2>&1; ls'], verbatim: false },
    { file: '/bin/sh', args: ['-c', 'exec 2>&1; ls'], verbatim: false },
  ])
})

it('takes out of a complaint what stands before a command', () => {
  const limits = 'ulimit -d 8388608; ulimit -u 4096 2>/dev/null || ulimit -p 4096 2>/dev/null; '
  const mark = '{ command : > /tmp/.orrery-begun-4d29-a1; } 2>/dev/null; '
  const said = (before: string) => `bash: -c: line 1: \`${before}exec 2>&1; ls )'`
  const written = "bash: -c: line 1: `ls )'"
  const lock = 'ulimit -x 12 2>/dev/null; '
  expect(
    ['', lock, `${lock}${mark}`, `${lock}${mark}${limits}`].map((before) => asWritten(said(before))),
  ).toEqual([written, written, written, written])
  expect(asWritten('echo `exec 2>&1; ls`')).toBe('echo `exec 2>&1; ls`')
})

it.each(['dir', 'echo "a b" & del x', "Write-Output '中文'", 'a\nb'])(
  'hands %j to PowerShell without any quoting',
  (command) => {
    const { file, args, verbatim } = shellStart(command, windows(true))
    const script = Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le')
    expect([file, args.slice(0, -1), verbatim, script.split('\n').slice(1).join('\n')]).toEqual([
      'D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      ['-NoLogo', '-NoProfile', '-NonInteractive', '-EncodedCommand'],
      false,
      command,
    ])
  },
)

it('hands a command to cmd as it is', () => {
  expect(shellStart('echo "a b"', windows(false))).toEqual({
    file: 'D:\\Windows\\System32\\cmd.exe',
    args: ['/d', '/s', '/c', '"echo "a b""'],
    verbatim: true,
  })
})

it.each(['SystemRoot', 'SYSTEMROOT', 'systemroot'])('finds Windows by %s', (name) => {
  const { file } = shellStart('dir', { ...windows(true), environment: { [name]: 'E:\\系统 W' } })
  expect(file).toBe('E:\\系统 W\\System32\\WindowsPowerShell\\v1.0\\powershell.exe')
})

it('says what to do with a command that is too long for Windows', () => {
  expect(() => shellStart('x'.repeat(12_500), windows(true))).toThrow(/script file/)
  expect(shellStart('中'.repeat(11_000), windows(true)).args.at(-1)?.length).toBeLessThan(32_000)
})

it('takes out a colour that is cut in two', () => {
  const plain = createPlainText()
  expect(['a\u001b', '[3', '1mb', '\u001b]0;ti', 'tle\u0007c', 'd'].map(plain).join('')).toBe('abcd')
})
