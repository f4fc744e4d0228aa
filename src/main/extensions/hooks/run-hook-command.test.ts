import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../../lib/clock.ts'
import { childEnvironment } from '../../lib/programs/child-environment.ts'
import { createProcessTree } from '../../lib/programs/process-tree.ts'
import type { HookJob } from '../command-hooks.ts'
import { createHookCommand } from './run-hook-command.ts'

const inherited = { PATH: process.env['PATH'], MY_API_KEY: 'open sesame', SESAME: 'open sesame' }
const entered: string[] = []
const run = createHookCommand({
  clock: systemClock,
  processes: createProcessTree({ platform: process.platform, clock: systemClock }),
  watchProgram: () => () => {},
  keep: () => () => {},
  env: inherited,
  commandEnvironment: async (folder) => ({
    ...childEnvironment({ inherited, platform: process.platform, secret: new Set(['SESAME']) }),
    SEEN_FOLDER: folder,
  }),
  enterSandbox: async ({ program }) => {
    entered.push(program.args.at(-1) ?? '')
    return null
  },
  hide: (text) => text.replaceAll('geheim', '[secret]'),
})
const job = (command: string, cwd = tmpdir()): HookJob => ({
  source: 'user',
  command,
  event: 'run.start',
  input: '{"it":"is geheim"}\n',
  timeoutMs: 10_000,
  scene: { sessionId: 'ses_00000001' as never, runId: null, agentId: 'build', projectId: null, cwd },
})
const never = new AbortController().signal

describe.skipIf(process.platform === 'win32')('the command of a hook', () => {
  it('reads what happens and says two things apart, without secrets', async () => {
    const { out, err, exitCode } = await run(job('cat; env >&2; exit 2'), never)
    expect([out, exitCode]).toEqual(['{"it":"is [secret]"}\n', 2])
    expect(err).toContain('ORRERY_HOOK=run.start')
    expect(err).not.toContain('sesame')
  })

  it('has the variables of the project it runs in', async () => {
    const { out } = await run(job('printf %s "$SEEN_FOLDER"'), never)
    expect(out).toBe(await realpath(tmpdir()))
  })

  it('enters the sandbox unless it is of the person or of the administrator', async () => {
    entered.length = 0
    for (const source of ['user', 'managed', 'project', 'plugin'] as const)
      await run({ ...job(`echo ${source}`), source }, never)
    expect(entered).toEqual(['echo project', 'echo plugin'])
  })

  it('need not read anything', async () => {
    expect(await run(job('exit 0'), never)).toEqual({ exitCode: 0, out: '', err: '' })
  })

  it('is ended with everything it has started when it is stopped', async () => {
    const { path } = await openTempFolder('hook')
    const stop = new AbortController()
    const ended = run(
      job('trap "" TERM; (trap "" TERM; touch began; while :; do sleep 0.05; done) & wait', path),
      stop.signal,
    )
    while (!existsSync(join(path, 'began'))) await new Promise((resolve) => setImmediate(resolve))
    stop.abort(new Error('stopped'))
    await expect(ended).rejects.toThrow('stopped')
  })

  it('fails in words where its folder is gone', async () => {
    await expect(run(job('exit 0', '/no/such/folder'), never)).rejects.toThrow(/could not be started/)
  })
})
