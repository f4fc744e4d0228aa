import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { systemClock } from '../../lib/clock.ts'
import { createProcessTree } from '../../lib/programs/process-tree.ts'
import { noSandbox } from '../bash/sandboxed.ts'
import type { ToolContext } from '../tool.ts'
import { createIsolatedTools } from './apart-tools.ts'
import type { FromTools, ToTools } from './messages.ts'
import { createToolServer } from './serve-tools.ts'
import type { ToolsProcess } from './tool-host.ts'

/** A process: the other side itself, or one that hears and never says anything. */
function started(serve: ((message: ToTools, post: (message: FromTools) => void) => void) | null) {
  const heard = new Set<(message: unknown) => void>()
  const exits = new Set<() => void>()
  const told: ToTools[] = []
  const post = (message: FromTools) => {
    const crossed = structuredClone(message)
    queueMicrotask(() => heard.forEach((listener) => void listener(crossed)))
  }
  const child: ToolsProcess = {
    pid: () => 4_194_400,
    post: (message) => {
      told.push(message)
      serve?.(structuredClone(message), post)
    },
    onMessage: (listener) => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    onStart: (listener) => {
      queueMicrotask(listener)
      return () => {}
    },
    onExit: (listener) => {
      exits.add(listener)
      return () => void exits.delete(listener)
    },
    kill: () => {
      for (const exit of [...exits]) exit()
    },
  }
  return { child, told, exit: child.kill }
}

const tree = createProcessTree({ platform: process.platform, clock: systemClock })

/** Tools whose work is done by the other side, and time that passes when the test says so. */
async function open(
  how: 'works' | 'hangs',
  files: Readonly<Record<string, string>> = { 'a.txt': 'one\ntwo\n' },
) {
  const server = createToolServer((message) => answer(message), systemClock.schedule)
  let answer: (message: FromTools) => void = () => {}
  const { beforeChange, beforeCommand, commandEnvironment, watchProgram } = server
  const inner = await openToolProject(files, {
    beforeChange,
    beforeCommand,
    commandEnvironment,
    watchProgram,
  })
  const running = new Map<number, string>()
  const endedRoots: string[] = []
  const children: ReturnType<typeof started>[] = []
  const due: (() => void)[] = []
  const shown = new Set<number>()
  const changes: string[] = []
  let apartIs = true
  const tools = createIsolatedTools({
    spawn: () => {
      const serve = (message: ToTools, post: (message: FromTools) => void) => {
        answer = post
        server.receive(inner.toolbox.tools, message)
      }
      const next = started(how === 'works' ? serve : null)
      children.push(next)
      return next.child
    },
    isApart: () => apartIs,
    clock: {
      schedule: (_ms, act) => {
        due.push(act)
        return () => void due.splice(due.indexOf(act), 1)
      },
    },
    beforeChange: async (_call, next) => {
      changes.push(`keep ${next.path}`)
      return async () => void changes.push('settle')
    },
    beforeCommand: async () => {
      changes.push('look before')
      return async () => {
        changes.push('look after')
        return { looked: true, added: 1, changed: 0, removed: 0, unlisted: 0 }
      }
    },
    commandEnvironment: async () => ({ PATH: process.env['PATH'] ?? '', GIVEN: 'by main' }),
    enterSandbox: noSandbox,
    describeSandbox: async () => null,
    readPdf: async () => 'broken_pdf' as const,
    watchProgram: ({ pid, command }) => {
      running.set(pid, command)
      return () => void running.delete(pid)
    },
    processes: {
      end: async ({ pid, mark }, graceMs) => {
        endedRoots.push(`${pid} ${mark?.split('=')[0]}`)
        await tree.end({ pid, mark }, graceMs)
      },
    },
    watch: ({ pid }) => {
      shown.add(pid)
      return () => void shown.delete(pid)
    },
  })
  const call = async (name: string, args: unknown, signal = AbortSignal.timeout(20_000)) => {
    const tool = inner.toolbox.find(name)
    const opened = tool === null ? null : tools.apart(tool).open(args)
    if (opened?.ok !== true) throw new Error('no such call')
    const context: ToolContext = { ...inner.context, callId: `${name}-${Math.random()}` as never }
    return opened.call.run(context, signal, null)
  }
  const pass = () => {
    for (const act of due.splice(0)) act()
  }
  const together = () => {
    apartIs = false
  }
  return {
    ...inner,
    call,
    children,
    shown,
    changes,
    pass,
    due,
    together,
    running,
    endedRoots,
    close: tools.close,
  }
}

describe('tools that work apart', () => {
  it('read and change files as they do inside, with what the parent alone can do done by it', async () => {
    const place = await open('works')
    const { text } = await place.call('read', { path: 'a.txt' })
    expect(text).toContain('two')
    await place.call('edit', { path: 'a.txt', old: 'two', new: 'three' }).catch(() => null)
    await place.call('write', { path: 'b.txt', content: 'new\n' })
    expect([await place.content('b.txt'), place.children.length, [...place.shown]]).toEqual([
      'new\n',
      1,
      [4_194_400],
    ])
    expect(place.changes.at(-2)).toBe(`keep ${place.at('b.txt')}`)
    expect(place.changes.at(-1)).toBe('settle')
    expect(place.context.reads.all().length).toBeGreaterThan(0)
  })

  it('say in words of the tool what is wrong', async () => {
    const place = await open('works')
    await expect(place.call('read', { path: 'missing.txt' })).rejects.toThrow('missing.txt does not exist')
  })

  it('hide what the rules close also there', async () => {
    const place = await open('works', { 'open.txt': '1', 'secret/key.txt': '2' })
    const standing = { mode: 'ask', grants: [], home: '/home/mei', used: () => undefined } as const
    Object.assign(place.context, {
      standing: () => [{ ...standing, rules: [[{ tool: 'read', pattern: 'secret/**', action: 'deny' }]] }],
    })
    const { text } = await place.call('glob', { pattern: '**/*.txt' })
    expect([text.includes('open.txt'), text.includes('key.txt')]).toEqual([true, false])
    // A process takes copies only.
    const sent = place.children[0]?.told ?? []
    expect(structuredClone(sent)).toEqual(sent)
  })

  it('are ended with their process when they do not stop, and the next call has a new one', async () => {
    const place = await open('hangs')
    const stopper = new AbortController()
    const reading = place.call('read', { path: 'a.txt' }, stopper.signal)
    const failed = expect(reading).rejects.toThrow('has ended before it was done')
    stopper.abort(new Error('enough'))
    expect(place.children[0]?.told.at(-1)).toEqual({ type: 'abort', id: 1 })
    place.pass()
    await failed
    expect(place.shown.size).toBe(0)
    const again = place.call('read', { path: 'a.txt' })
    expect(place.children).toHaveLength(2)
    const failedAgain = expect(again).rejects.toThrow('has ended before it was done')
    await place.close()
    await failedAgain
  })

  it('fail with a sentence when somebody ends their process', async () => {
    const place = await open('hangs')
    const reading = place.call('read', { path: 'a.txt' })
    place.children[0]?.exit()
    await expect(reading).rejects.toThrow('The next call gets a new process')
  })

  it('leave no process behind when they have had nothing to do for a while', async () => {
    const place = await open('works')
    await place.call('read', { path: 'a.txt' })
    expect(place.due).toHaveLength(1)
    place.pass()
    expect(place.shown.size).toBe(0)
    await place.call('read', { path: 'a.txt' })
    expect(place.children).toHaveLength(2)
  })

  it('work inside for everybody else', async () => {
    const place = await open('hangs')
    place.together()
    expect((await place.call('read', { path: 'a.txt' })).text).toContain('one')
    expect(place.children).toEqual([])
  })

  it('run commands, which stand in the list with what they print and change', async () => {
    const place = await open('works')
    const answer = await place.call('bash', { command: 'echo one; echo two > c.txt' })
    expect(answer).toMatchObject({
      text: 'one',
      details: { kind: 'bash', exitCode: 0, files: { looked: true, added: 1 } },
    })
    expect(place.said.join('')).toBe('one\n')
    expect([place.changes, [...place.running]]).toEqual([['look before', 'look after'], []])
  })

  it('say what a command prints in a few large pieces, and of a flood the end', async () => {
    const place = await open('works')
    const { text, isError } = await place.call('bash', { command: 'seq 1 300000' })
    expect([isError, text.endsWith('300000'), text.includes('left out; they can be read')]).toEqual([
      false,
      true,
      true,
    ])
    expect(place.said.join('').endsWith('300000\n')).toBe(true)
    expect(Math.max(...place.said.map(({ length }) => length))).toBeLessThanOrEqual(64_000)
  })

  it.skipIf(process.platform === 'win32')('end a command with the process that has started it', async () => {
    const place = await open('works')
    const sleeping = place.call('bash', { command: 'sleep 600 & wait' })
    await expect.poll(() => [...place.running.values()]).toEqual(['sleep 600 & wait'])
    const [pid = 0] = place.running.keys()
    place.children[0]?.exit()
    await expect(sleeping).rejects.toThrow('has ended before it was done')
    expect(await tree.isAlive({ pid, mark: null })).toBe(false)
    expect([[...place.running], place.endedRoots]).toEqual([
      [],
      [`${pid} ORRERY_CALL`, '4194400 ORRERY_TOOLS'],
    ])
    expect(place.changes).toEqual(['look before', 'look after'])
  })
})
