import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const SECONDS = 71_000 + (process.pid % 1_000)

/** Process ids of the sleeps of this test that still run. */
function left(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .filter((line) => line.trim().endsWith(`sleep ${SECONDS}`))
    .map((line) => Number.parseInt(line, 10))
}
afterEach(() => {
  for (const pid of left()) process.kill(pid, 'SIGKILL')
})

async function run(command: string, timeout = 10_000) {
  const project = await openToolProject()
  return await project.run('bash', { command, timeout_ms: timeout })
}

describe.skipIf(process.platform === 'win32')('a command that leaves a program behind', () => {
  it.each([
    ['with &', `sleep ${SECONDS} & echo done`],
    ['with its outputs elsewhere', `sleep ${SECONDS} > /dev/null 2>&1 & echo done`],
    ['in a subshell', `(sleep ${SECONDS} &); echo done`],
    ['that ignores signals', `(trap '' TERM HUP INT; sleep ${SECONDS}) & echo done`],
    ['that waits in a pipe', `sleep ${SECONDS} | cat & echo done`],
  ])('returns, says so, and leaves nothing: %s', async (_name, command) => {
    expect((await run(command)).text).toMatch(/^done\n\(programs it had left/)
    expect(left()).toEqual([])
  })

  it.runIf(process.platform === 'linux').each([
    ['a session', `setsid -f sleep ${SECONDS}; echo done`],
    ['a session and an empty environment', `env -i setsid -f sleep ${SECONDS}; echo done`],
    ['both, twice', `env -i setsid -f sh -c "setsid -f sleep ${SECONDS}"; sleep 0.2; echo done`],
    ['both, in the background', `env -i setsid sleep ${SECONDS} > /dev/null 2>&1 & sleep 0.3; echo done`],
    [
      'both, and its limits of locks as they are',
      `ulimit -a > /dev/null; env -i setsid -f sleep ${SECONDS}; echo done`,
    ],
    ['all that and a lower limit of locks', `env -i prlimit --locks=5 setsid -f sleep ${SECONDS}; echo done`],
    ['all that by its shell', `(ulimit -x 7; env -i setsid -f sleep ${SECONDS}); echo done`],
    [
      'all that, twice',
      `env -i prlimit --locks=5 setsid -f sh -c "ulimit -x 3; setsid -f sleep ${SECONDS}" > /dev/null 2>&1; sleep 0.3; echo done`,
    ],
    [
      'all that after the end of the command',
      `env -i prlimit --locks=5 setsid -f sh -c "sleep 0.1; setsid -f sleep ${SECONDS}" > /dev/null 2>&1; echo done`,
    ],
  ])('finds one that has given itself %s', async (_name, command) => {
    expect((await run(command)).text).toMatch(/^done\n\(programs it had left/)
    expect(left()).toEqual([])
  })

  it('is ended at its time with all below it, also where it ignores signals', async () => {
    const { text } = await run(`trap '' TERM INT; sh -c "trap '' TERM; sleep ${SECONDS}"`, 1000)
    expect(text).toContain('not done after 1 s')
    expect(left()).toEqual([])
  })
})

it.each([
  ['bash', { command: 'echo a\0b' }],
  ['grep', { pattern: 'a\0b' }],
  ['grep', { pattern: 'a', include: 'a\0b' }],
  ['glob', { pattern: 'a\0b' }],
])('refuses a NUL character with a sentence: %s %j', async (tool, args) => {
  const project = await openToolProject()
  expect(() => project.run(tool, args)).toThrow(/NUL/)
})
