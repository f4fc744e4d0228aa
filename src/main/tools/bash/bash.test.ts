import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import type { BeforeCommand } from './command-deps.ts'

/** Every living process that carries a word in its command line, but for this one. */
function alive(word: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
    } catch {
      // It has ended since the folder was read.
      return false
    }
  })
}

describe.skipIf(process.platform === 'win32')('running a command', () => {
  it('returns what it printed, in order, and shows it as it comes', async () => {
    const project = await openToolProject()
    const result = await project.run('bash', { command: 'echo a; echo b >&2; echo c; pwd' })
    expect(result).toEqual({
      text: `a\nb\nc\n${project.root}`,
      isError: false,
      details: {
        kind: 'bash',
        command: 'echo a; echo b >&2; echo c; pwd',
        exitCode: 0,
        signal: null,
        timedOut: false,
      },
    })
    expect(project.said.join('')).toBe(`${result.text}\n`)
  })

  it.each<[string, string, boolean, string]>([
    ['a failing command', 'echo bad; exit 3', true, 'bad\n(exit code 3)'],
    ['a silent one', 'true', false, '(no output)'],
    ['a wrong one', 'no-such-program-at-all', true, '(exit code 127)'],
    ['one that kills itself', 'kill -9 $$', true, '(ended by SIGKILL)'],
    ['one that wants input', 'cat; echo done', false, 'done'],
    ['colours', "printf '\\033[31mred\\033[0m\\033]0;title\\007 ok'", false, 'red ok'],
    ['a progress bar', "printf '10%%\\r50%%\\r100%%\\ndone\\r\\n'", false, '100%\ndone'],
    ['a here-document', 'cat <<E\n中文 $((1+1))\nE', false, '中文 2'],
    ['a comment at its end', 'echo a # b', false, 'a'],
  ])('answers for %s', async (_, command, isError, text) => {
    const project = await openToolProject()
    const result = await project.run('bash', { command })
    expect([result.isError, result.text.split('\n').slice(-text.split('\n').length).join('\n')]).toEqual([
      isError,
      text,
    ])
  })

  it('puts characters together that arrive in two pieces', async () => {
    const project = await openToolProject()
    const { text } = await project.run('bash', { command: "printf '\\344'; sleep 0.1; printf '\\270\\255'" })
    expect(text).toBe('中')
  })

  it('has the project looked at around what may change it, and around nothing else', async () => {
    const looks: string[] = []
    const beforeCommand: BeforeCommand = async ({ callId }) => {
      looks.push(`before ${callId}`)
      return async () => {
        looks.push('after')
        return { looked: true, added: 1, changed: 0, removed: 0, unlisted: 0 }
      }
    }
    const project = await openToolProject({ 'a.txt': 'a' }, { beforeCommand })
    const looking = await project.run('bash', { command: 'cat a.txt | wc -l && ls' })
    expect([looks, looking.details]).toEqual([[], expect.not.objectContaining({ files: expect.anything() })])
    const acting = await project.run('bash', { command: 'echo a > made.txt' })
    expect([looks, acting.details]).toMatchObject([
      ['before call', 'after'],
      { files: { looked: true, added: 1 } },
    ])
  })

  it('hides secrets of this process and starts no person-facing programs', async () => {
    const environment = {
      PATH: process.env['PATH'],
      MY_API_KEY: 'k',
      GITHUB_TOKEN: 't',
      DB_PASSWORD: 'p',
      KEYBOARD: 'us',
    }
    const project = await openToolProject({}, { environment })
    const { text } = await project.run('bash', { command: 'env' })
    const names = text.split('\n').map((line) => line.split('=')[0])
    expect(names).toEqual(expect.arrayContaining(['PATH', 'KEYBOARD', 'PAGER']))
    expect(names.filter((name) => /API_KEY|TOKEN|PASSWORD/.test(name ?? ''))).toEqual([])
  })

  it('ends everything when its time is up, and says so', async () => {
    const project = await openToolProject()
    const word = `61.${process.pid}1`
    const command = `sleep ${word} & (setsid sleep ${word} &); echo started; sleep ${word}`
    const { text, details, isError } = await project.run('bash', { command, timeout_ms: 500 })
    expect([text, isError, details]).toEqual([
      'started\n(stopped: it was not done after 0.5 s; give `timeout_ms`, up to 600000, if it needs longer)',
      true,
      {
        kind: 'bash',
        command,
        exitCode: null,
        signal: 'SIGTERM',
        timedOut: true,
        files: { looked: false, because: 'failed' },
      },
    ])
    expect(alive(word)).toEqual([])
  })

  it('ends everything when it is stopped, also what refuses', async () => {
    const project = await openToolProject()
    const word = `62.${process.pid}1`
    const stop = new AbortController()
    const command = `trap '' TERM; bash -c "trap '' TERM; sleep ${word} & echo ready; while :; do wait; done"`
    const running = project.run('bash', { command }, stop.signal)
    await project.shows('ready')
    stop.abort(AppError.cancelled('Stopped by you.'))
    const { text, isError, details } = await running
    expect([isError, alive(word)]).toEqual([true, []])
    expect(text).toMatch(/^ready\n\(stopped by the person(?: after \d+ s)?\)$/)
    expect(details).toMatchObject({ stopped: true })
  })

  it('does not wait for what was left in the background, and ends it', async () => {
    const project = await openToolProject()
    const word = `63.${process.pid}1`
    const { text, isError } = await project.run('bash', {
      command: `sleep ${word} & nohup sleep ${word} >/dev/null & echo hi`,
    })
    expect([text, isError]).toEqual(['hi\n(programs it had left in the background were ended)', false])
    expect(alive(word)).toEqual([])
  })

  it('shows both ends of a long output and keeps the whole', async () => {
    const project = await openToolProject()
    const { text, outputBlob } = await project.run('bash', { command: 'seq 1 20000' })
    expect(text).toMatch(
      /^1\n2\n[\s\S]*… 78,893 characters, lines \d+-\d+, left out; they can be read under the path [\s\S]*\n20000$/,
    )
    expect(text.length).toBeLessThan(30_200)
    expect(String(project.blobs.get(outputBlob ?? '')?.data)).toHaveLength(108_893)
  })

  it.each([{ outputsInLog: false }, { outputsInLog: true }])(
    'lets the middle of a long output be read and searched by its name, %o',
    async (more) => {
      const project = await openToolProject({}, more)
      const { text } = await project.run('bash', { command: "printf '\\033[31m'; seq 1 20000" })
      const [, path = '', offset = ''] = /under the path (\S+), from offset (\d+)/.exec(text) ?? []
      const page = await project.run('read', { path, offset: Number(offset), limit: 2 })
      const next = Number(offset) + 1
      expect(page.text).toBe(
        `${offset.padStart(6)}\t${offset}\n${String(next).padStart(6)}\t${next}\n(lines ${offset}-${next} of 20000; continue with offset ${next + 1})`,
      )
      const found = await project.run('grep', { path, pattern: '^1234.$', output: 'content', before: 1 })
      expect(found.text.split('\n').slice(0, 4)).toEqual([
        path,
        '  12339- 12339',
        '  12340: 12340',
        '  12341: 12341',
      ])
      expect(found.details).toMatchObject({ matches: 10, files: 1 })
      expect((await project.plan('read', { path })).acts).toMatchObject([{ access: 'read', outside: false }])
      expect(await project.verdict('grep', { path, pattern: 'x' })).toBe('allow')
    },
  )

  it('says that an output could not be kept', async () => {
    const project = await openToolProject({}, { keep: () => ({ problem: 'the disk is full' }) })
    const { text, outputBlob } = await project.run('bash', { command: 'seq 1 20000' })
    expect(text).toMatch(/… 78,893 characters, lines \d+-\d+, left out and not kept: the disk is full …/)
    expect(outputBlob).toBeUndefined()
  })

  it('knows no output of another chat, and no file by such a name', async () => {
    const project = await openToolProject({ 'orrery-output:aaaaaaaa': 'a file' })
    for (const tool of ['read', 'grep']) {
      const args = { path: 'orrery-output:aaaaaaaa', ...(tool === 'grep' ? { pattern: 'a' } : {}) }
      await expect(project.run(tool, args)).rejects.toThrow('This chat keeps no output named')
    }
    expect((await project.run('read', { path: './orrery-output:aaaaaaaa' })).text).toContain('a file')
  })

  it('ends a flood', async () => {
    const project = await openToolProject()
    const { text } = await project.run('bash', { command: 'yes 0123456789012345678901234567890123456789' })
    expect(text).toMatch(/\(stopped: it printed more than 50 MB\)$/)
  })

  it('says when the shell cannot be started', async () => {
    const project = await openToolProject()
    const call = project.toolbox.find('bash')?.open({ command: 'ls' })
    const gone = { ...project.context, root: path.join(project.parent, 'gone') }
    if (call?.ok !== true) throw new Error('expected a call')
    await expect(call.call.run(gone, AbortSignal.timeout(5000), null)).rejects.toThrow(
      /The shell could not be started/,
    )
  })

  it('does not start when it is already stopped', async () => {
    const project = await openToolProject()
    await expect(project.run('bash', { command: 'touch made' }, AbortSignal.abort())).rejects.toThrow()
    expect(readdirSync(project.root)).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('what a command would do', () => {
  it.each<[string, (string | boolean)[][]]>([
    ['ls', [['execute', 'ls', false]]],
    ['cd src && rm -rf y', [['execute', 'rm -rf y', false]]],
    ['cd src', [['execute', 'cd src', false]]],
    ['cd ..', [['execute', 'cd ..', true]]],
    ['cd .. && ls', [['execute', 'ls', true]]],
    ['cat /etc/passwd', [['execute', 'cat /etc/passwd', true]]],
    ['cat --file=/etc/passwd -I/usr/include', [['execute', 'cat --file=/etc/passwd -I/usr/include', true]]],
    ['cat ~/.ssh/id', [['execute', 'cat ~/.ssh/id', true]]],
    ['cat src/../../x', [['execute', 'cat src/../../x', true]]],
    ['curl https://a.b/c', [['execute', 'curl https://a.b/c', false]]],
    [
      'echo a > out.txt',
      [
        ['execute', 'echo a', false],
        ['edit', 'out.txt', false],
      ],
    ],
    [
      'echo a > .git/hooks/x',
      [
        ['execute', 'echo a', false],
        ['edit', '.git/hooks/x', false],
      ],
    ],
    [
      'cd src; echo a > b',
      [
        ['execute', 'echo a', false],
        ['edit', 'b', false],
        ['edit', 'src/b', false],
      ],
    ],
    [
      'sort < /etc/passwd',
      [
        ['execute', 'sort', false],
        ['read', '/etc/passwd', true],
      ],
    ],
  ])('%s', async (command, expected) => {
    const project = await openToolProject({ 'src/a': '' })
    const { acts, preview } = await project.plan('bash', { command })
    expect(acts.map((act) => [act.access, act.target, act.outside])).toEqual(expected)
    expect(preview).toEqual({ kind: 'command', command, timeoutMs: 120_000 })
  })

  it('marks what it cannot be sure about', async () => {
    const project = await openToolProject()
    const { acts } = await project.plan('bash', { command: 'eval "$x"' })
    expect(acts).toMatchObject([{ unsure: expect.any(String), proposedRule: null }, { target: '$x' }])
  })
})
