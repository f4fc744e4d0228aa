import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallId, RunId, type SessionId } from '#shared/ids.ts'
import type { Permission } from '#shared/permission/rule.ts'
import { systemClock } from '../lib/clock.ts'
import type { HookScene, InterceptHook } from './hook.ts'
import { strictest } from './join-answers.ts'
import { inOrder, type Noted, runChain } from './run-chain.ts'

const scene: HookScene = {
  sessionId: 'ses_00000001' as SessionId,
  runId: null,
  agentId: 'build',
  projectId: null,
  cwd: '/tmp',
}
const call = { callId: 'c1' as CallId, name: 'bash', args: { command: 'ls' }, agentId: 'build' }
const never = new AbortController().signal

type Before = InterceptHook<'tool.before'>

function stepIn(owner: string, run: Before['run'], more: Partial<Before> = {}): Before {
  return {
    point: 'tool.before',
    key: owner,
    owner,
    source: 'user',
    order: 0,
    timeoutMs: 1_000,
    onError: 'block',
    isFor: () => true,
    run,
    ...more,
  }
}

function chain(hooks: readonly Before[], signal = never) {
  const noted: Noted[] = []
  const deps = { clock: systemClock, note: (one: Noted) => void noted.push(one) }
  return { noted, asked: runChain(deps, hooks, call, scene, signal) }
}

describe('a chain of hooks', () => {
  it('shows each what the one before made of the input', async () => {
    const add = (word: string) =>
      stepIn(word, async ({ args }) => ({
        args: { command: `${(args as { command: string }).command} ${word}` },
      }))
    const { asked } = chain([add('a'), add('b')])
    expect(await asked).toEqual({
      input: { ...call, args: { command: 'ls a b' } },
      out: { args: { command: 'ls a b' } },
    })
  })

  it('asks built-in hooks before the person and the project, then by order, then by name', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            owner: fc.string({ minLength: 1, maxLength: 3 }),
            source: fc.constantFrom('builtin' as const, 'user' as const, 'project' as const),
            order: fc.integer({ min: -2, max: 2 }),
          }),
          { selector: ({ owner }) => owner },
        ),
        (drawn) => {
          const hooks = drawn.map(({ owner, ...more }) => stepIn(owner, async () => ({}), more))
          const placed = inOrder(hooks).map(({ source, order, owner }) => [
            ['builtin', 'user', 'project'].indexOf(source),
            order,
            owner,
          ])
          const sorted = [...placed].sort((a, b) => {
            for (const [at, left] of a.entries()) {
              const right = b[at] ?? left
              if (left !== right) return left < right ? -1 : 1
            }
            return 0
          })
          expect(placed).toEqual(sorted)
          expect(inOrder([...hooks].reverse())).toEqual(inOrder(hooks))
        },
      ),
    )
  })

  it('comes to the strictest of all decisions, whoever says it and in whatever order', async () => {
    const STRICT: readonly Permission[] = ['allow', 'ask', 'deny']
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STRICT, undefined), { maxLength: 6 }),
        async (decisions) => {
          const hooks = decisions.map((decision, at) =>
            stepIn(`h${at}`, async () => (decision === undefined ? {} : { decision, reason: `r${at}` })),
          )
          const { out } = await chain(hooks).asked
          const said = decisions.filter((one) => one !== undefined)
          const wanted = said.reduce<Permission | undefined>(
            (sum, one) => strictest(sum ?? one, one),
            undefined,
          )
          expect(out.decision).toBe(wanted)
          if (wanted !== undefined) expect(out.reason).toBe(`r${decisions.indexOf(wanted)}`)
        },
      ),
    )
  })

  it('stops at a no, which nothing can be stricter than', async () => {
    const asked: string[] = []
    const hear = (name: string, decision: Permission) =>
      stepIn(name, async () => {
        asked.push(name)
        return { decision }
      })
    await chain([hear('a', 'ask'), hear('b', 'deny'), hear('c', 'allow')]).asked
    expect(asked).toEqual(['a', 'b'])
  })

  it('passes over one that fails or takes too long, where it says so, and notes why', async () => {
    const fails = stepIn('fails', () => Promise.reject(new Error('inside')), { onError: 'skip' })
    const hangs = stepIn('hangs', () => new Promise(() => {}), { onError: 'skip', timeoutMs: 5 })
    const { asked, noted } = chain([fails, hangs, stepIn('good', async () => ({ decision: 'ask' }))])
    expect((await asked).out).toEqual({ decision: 'ask' })
    expect(noted.map(({ key, outcome, words }) => [key, outcome, words])).toEqual([
      ['fails', 'failed', 'It failed inside the app.'],
      ['hangs', 'failed', 'It was not done after 0.005 s.'],
      ['good', 'changed', ''],
    ])
  })

  it('does not go on after one that fails and is set up to stop things', async () => {
    const { asked } = chain([stepIn('guard', () => Promise.reject(new Error('inside')))])
    await expect(asked).rejects.toMatchObject({
      code: 'hook.failed',
      message: expect.stringContaining('guard'),
    })
  })

  it('ends with the reason of one that blocks, which cannot be tried again', async () => {
    const hook: InterceptHook<'run.start'> = {
      ...stepIn('gate', async () => ({})),
      point: 'run.start',
      isFor: () => true,
      run: async () => ({ block: 'not on a Sunday' }),
    }
    const input = { runId: RunId.parse('run_00000001'), kind: 'chat' as const, agentId: 'build' }
    const asked = runChain({ clock: systemClock, note: () => {} }, [hook], input, scene, never)
    await expect(asked).rejects.toMatchObject({
      code: 'hook.blocked',
      message: 'The hook gate stopped this: not on a Sunday',
      recoverable: false,
    })
  })

  it('takes a stop for a stop and not for a failure', async () => {
    const stop = new AbortController()
    const { asked, noted } = chain([stepIn('hangs', () => new Promise(() => {}))], stop.signal)
    stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
    expect(noted).toEqual([])
  })
})
