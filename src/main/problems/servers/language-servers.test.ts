import { chmod, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import {
  NO_STOP as never,
  RIG_PROJECT as projectId,
  openServerRig as rig,
  scriptedServer as scripted,
  withTypeScript,
} from '../../../../test/support/rigs/language-server-rig.ts'
import { findProgram } from './find-program.ts'

describe.skipIf(process.platform === 'win32')('language servers', () => {
  it.each(['push', 'pull'])('tell of problems that they %s', async (manner) => {
    const { check, write, after, state, servers } = await rig(scripted(manner))
    await write('a.ts', 'good\n')
    expect(await check.before(['a.ts'], never)).toEqual([])
    await write('a.ts', 'good\n  bad\n')
    const expected = {
      path: 'a.ts',
      line: 2,
      column: 3,
      severity: 'error',
      code: 'no-bad',
      message: '"bad" is bad',
    }
    expect(await after('a.ts')).toMatchObject({
      problems: [expected],
      result: { name: 'tide', state: 'done' },
    })
    await write('a.ts', 'good again\n')
    expect((await after('a.ts')).problems).toEqual([])
    expect(state.starts).toBe(1)
    expect(servers.stateOf(projectId, 'tide')).toEqual({ state: 'running', detail: '' })
    expect([check.concerns('b.tsx'), check.concerns('b.ts')]).toEqual([false, true])
  })

  it('look for changed files once for all uses that wait', async () => {
    const { write, after, state } = await rig(scripted('push'))
    await write('a.ts', 'good\n')
    await after('a.ts')
    const before = state.scans
    await Promise.all(Array.from({ length: 6 }, () => after('a.ts')))
    expect(state.scans - before).toBeLessThan(4)
  })

  it('are not believed beyond the project and the protocol', async () => {
    const { write, after } = await rig(scripted('liar'))
    await write('a.ts', 'bad\n')
    expect((await after('a.ts')).problems).toMatchObject([{ path: 'a.ts', line: 1 }])
  })

  it.each([
    ['crash', { state: 'failed', detail: 'out of luck' }],
    ['stranger', { state: 'failed', detail: 'Its answer does not fit the protocol.' }],
  ])('that misbehave as a %s fail with the reason', async (manner, expected) => {
    const { write, after } = await rig(scripted(manner))
    await write('a.ts', 'bad\n')
    expect((await after('a.ts')).result).toMatchObject(expected)
  })

  it('that flood their output are ended', async () => {
    const { write, after, servers } = await rig(scripted('flood'))
    await write('a.ts', 'bad\n')
    expect((await after('a.ts')).result.state).toBe('failed')
    expect(servers.stateOf(projectId, 'tide').state).toBe('failed')
  })

  it('that say nothing are given up after the limit', async () => {
    const { write, after, servers } = await rig(scripted('silent'), { firstMs: 200 })
    await write('a.ts', 'bad\n')
    expect((await after('a.ts')).result.state).toBe('timeout')
    expect(servers.stateOf(projectId, 'tide').state).toBe('failed')
  })

  it('are started again later after each failure', async () => {
    const { write, after, state } = await rig(scripted('crash'))
    await write('a.ts', 'bad\n')
    await after('a.ts')
    await after('a.ts')
    expect(state.starts).toBe(2)
    expect((await after('a.ts')).result).toMatchObject({ said: [{ name: 'problems.serverWaits' }] })
    expect(state.starts).toBe(2)
    state.elapsed = 5_000
    await after('a.ts')
    expect(state.starts).toBe(3)
  })

  it('do not start unless the person switched them on, and end when switched off', async () => {
    const { write, after, state, servers } = await rig(scripted('push'))
    await write('a.ts', 'bad\n')
    state.mayRun = false
    expect((await after('a.ts')).result).toMatchObject({ said: [{ name: 'problems.serverOff' }] })
    expect(state.starts).toBe(0)
    state.mayRun = true
    await after('a.ts')
    await servers.stop(projectId)
    expect(servers.stateOf(projectId, 'tide').state).toBe('resting')
  })

  it('are told the settings of the project and of the person, by section', async () => {
    const settings = { tide: { depth: { metres: 7, tables: ['a'] } } }
    const { write, after, state } = await rig({
      ...scripted('told'),
      initializationOptions: { moon: 'full' },
      settings,
    })
    const heard = async () => JSON.parse((await after('a.ts')).problems[0]?.message ?? '')
    await write('a.ts', 'good\n')
    expect(await heard()).toEqual({
      options: { moon: 'full' },
      configuration: [settings.tide.depth, null, settings],
      pushed: settings,
      files: [],
    })
    state.own = { settings: { 'tide.depth.metres': 8 } }
    expect(await heard()).toMatchObject({
      options: { moon: 'full' },
      configuration: [{ metres: 8, tables: ['a'] }, null, {}],
    })
    expect(state.starts).toBe(2)
    expect(state.running).toEqual(['tide', 'tide'])
  })

  it('are told which files changed without them, as far as they asked', async () => {
    const { write, at, after } = await rig(scripted('told'))
    const files = async () => JSON.parse((await after('a.ts')).problems[0]?.message ?? '').files
    await write('a.ts', 'good\n')
    await write('tables/moon.json', '{}')
    await write('tables/sun.json', '{}')
    expect(await files()).toEqual([])
    await write('tables/moon.json', '{ "full": true }')
    await write('tables/tide.json', '{}')
    await write('b.ts', 'good\n')
    await rm(at('tables', 'sun.json'))
    expect((await files()).toSorted()).toEqual(['1 tide.json', '2 moon.json', '3 sun.json'])
    expect(await files()).toHaveLength(3)
  })

  it('end the wait with the run', async () => {
    const { write, check, state } = await rig(scripted('silent'))
    await write('a.ts', 'bad\n')
    const stop = new AbortController()
    const waiting = check.after(['a.ts'], stop.signal)
    await expect.poll(() => state.starts).toBe(1)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
  })

  it('find their program in the project or on the search path', async () => {
    const { path: root, at, write } = await openTempFolder('programs')
    await chmod(await write('bin/tide', ''), 0o755)
    await write('bin/plain', '')
    const place = { root, environment: { PATH: `.:${at('bin')}` }, platform: 'linux' as const }
    expect(await findProgram('tide', place)).toBe(at('bin', 'tide'))
    expect(await findProgram('bin/tide', place)).toBe(at('bin', 'tide'))
    expect(await findProgram('plain', place)).toBeNull()
  })

  it('work with the server of TypeScript', async () => {
    const { check, write, after } = await withTypeScript()
    await write('a.ts', 'export const depth: number = 7\n')
    expect(await check.before(['a.ts'], never)).toEqual([])
    await write('a.ts', 'export const depth: number = "deep"\n')
    expect((await after('a.ts')).problems).toMatchObject([
      { path: 'a.ts', line: 1, column: 14, severity: 'error', code: '2322' },
    ])
  }, 150_000)
})
