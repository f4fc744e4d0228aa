import { rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { HookPoint } from '#shared/hook/hook.ts'
import type { Permission } from '#shared/permission/rule.ts'
import { eventId, runId, SESSION } from '../../../../test/support/data/history.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import type { ReadFile } from '../../context/branch/restored-parts.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { judge } from '../../tools/permission/judge.ts'
import { SECRET_MARK, withoutSecrets } from '../../tools/without-secrets.ts'
import type { ToolCallDeps } from '../calls/calling.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { NO_RUN_HOOKS } from '../run/run-hooks.ts'
import { createFileReread } from './file-reread.ts'

const LONG = Array.from({ length: 900 }, (_, at) => `the line ${at}`).join('\n')
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const countText = (text: string) => Math.ceil(text.length / 4)
const whole = (...paths: string[]): ReadFile[] => paths.map((path) => ({ path, page: null }))

async function reading(
  files: Record<string, string | Uint8Array>,
  more: { mode?: 'ask' | 'bypass'; deny?: string; hook?: HookPoint } = {},
) {
  const project = await openToolProject(files)
  const hide = (text: string) => text.replaceAll('swordfish', SECRET_MARK)
  const deny = more.deny === undefined ? [] : [{ tool: 'read', pattern: more.deny, action: 'deny' as const }]
  const calls = {
    tools: project.toolbox.tools.map((tool) =>
      withoutSecrets(tool, { text: hide, open: (text) => text.length }),
    ),
    judge: (_session, tool, acts): { verdict: Permission; reason: string } =>
      judge({ mode: more.mode ?? 'ask', rules: [deny], grants: [], home: '/nowhere', tool, acts }),
    hooks: { ...NO_RUN_HOOKS, has: (point: HookPoint) => point === more.hook },
    contextFor: () => project.context,
    clock: systemClock,
    newId: () => eventId(1),
    logger: silentLogger,
    limitMs: 1_000,
    unwindMs: 1_000,
    nextTurn: async () => {},
  } as Partial<ToolCallDeps> as ToolCallDeps
  const run = {
    sessionId: SESSION,
    runId: runId(1),
    signal: new AbortController().signal,
  } as RunHandle
  const again = createFileReread(calls, run)
  const read = async (wanted: readonly ReadFile[], room = 10_000) =>
    (await again.read(wanted, room, countText)).map(({ path, text }) => [path, text])
  return { ...project, again, read }
}

describe('reading files in the place of an agent', () => {
  it('takes each as it is now, and the part of it that was read', async () => {
    const { read, at, context } = await reading({ a: 'one', b: LONG })
    await writeFile(at('a'), 'two')
    expect(await read([...whole('a'), { path: 'b', page: { from: 3, lines: 1 } }])).toEqual([
      ['a', '     1\ttwo\n(end of file)'],
      ['b', '     3\tthe line 2\n(lines 3-3 of 900; continue with offset 4)'],
    ])
    expect(context.reads.seen(at('a'))?.size).toBe(3)
  })

  it('leaves out what is gone, a folder, a picture and what has no text, and does not count it as read', async () => {
    const zip = Buffer.from('PK\x03\x04\0\0\0')
    const { read, at, context } = await reading({
      gone: 'x',
      'src/a': 'y',
      'a.png': PNG,
      'a.zip': zip,
      b: 'z',
    })
    await rm(at('gone'))
    expect(await read(whole('gone', 'src', 'a.png', 'a.zip', 'b'))).toEqual([
      ['b', '     1\tz\n(end of file)'],
    ])
    expect(context.reads.all().map(([path]) => path)).toEqual([at('b')])
  })

  it('reads nothing that is forbidden, and nothing for which somebody would have to be asked', async () => {
    const { read, parent } = await reading({ a: 'one', b: 'two' }, { deny: 'a' })
    await writeFile(`${parent}/outside`, 'three')
    expect(await read(whole('a', `${parent}/outside`, 'b'))).toEqual([['b', '     1\ttwo\n(end of file)']])
    const free = await reading({ a: 'one' }, { mode: 'bypass' })
    await writeFile(`${free.parent}/outside`, 'three')
    expect(await free.read(whole(`${free.parent}/outside`))).toHaveLength(1)
  })

  it('shows no known secret', async () => {
    const { read } = await reading({ '.env': 'KEY=swordfish' })
    expect(await read(whole('.env'))).toEqual([['.env', `     1\tKEY=${SECRET_MARK}\n(end of file)`]])
  })

  it('reads nothing where hooks look at calls', async () => {
    for (const hook of ['tool.before', 'tool.after'] as const) {
      const { read } = await reading({ a: 'one' }, { hook })
      expect(await read(whole('a'))).toEqual([])
    }
  })

  it('keeps to its room: five files, none more than half of it, and says where one is cut', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const { read, context } = await reading(Object.fromEntries(names.map((name) => [name, LONG])))
    const short = await read(whole(...names), 1_000)
    expect(short.map(([path]) => path)).toEqual(['a', 'b'])
    for (const [, text = ''] of short) {
      expect(countText(text)).toBeLessThanOrEqual(500)
      expect(text).toMatch(
        /^ {5}1\tthe line 0\n.*characters left out\]\n\(cut to save space; read shows the rest\)$/s,
      )
    }
    expect(context.reads.all()).toHaveLength(2)
    const few = await reading(Object.fromEntries(names.map((name) => [name, 'x'])))
    expect(await few.read(whole(...names))).toHaveLength(5)
    expect(await few.read(whole(...names), 90)).toEqual([])
  })

  it('finds where files stand that are still in sight', async () => {
    const { again, at } = await reading({ a: 'one' })
    expect(await again.placesOf(['a', 'gone'])).toEqual(new Set([at('a'), at('gone')]))
  })
})
