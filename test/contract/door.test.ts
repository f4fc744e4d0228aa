import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { CONTRACT, type Handlers } from '#shared/ipc/contract.ts'
import { type CallSender, createAnswerCall } from '../../src/main/electron/answer-call.ts'
import { createContentPolicy } from '../../src/main/electron/windows/content-policy.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'

const ourWindow: CallSender = { windowId: 7, isTopFrame: true, url: 'app://orrery/index.html' }
const path = '/home/ada/项目'

type Ran = { name: string; request: unknown; caller: unknown }

/** A door with handlers that note what reached them; `overrides` replaces some. */
function openDoor(overrides: Record<string, (request: unknown) => unknown> = {}) {
  const ran: Ran[] = []
  const refused: [string, string][] = []
  const logged: unknown[] = []
  const handlerOf = (name: string) => (request: unknown, caller: unknown) => {
    ran.push({ name, request, caller })
    return overrides[name]?.(request) ?? null
  }
  const handlers = Object.fromEntries(
    Object.keys(CONTRACT).map((name) => [name, handlerOf(name)]),
  ) as unknown as Handlers
  const answer = createAnswerCall({
    handlers: async () => handlers,
    isOurPage: createContentPolicy(null).isOurPage,
    refused: (name, reason) => refused.push([name, reason]),
    logger: { ...silentLogger, error: (...line) => logged.push(line) },
  })
  return { answer, ran, refused, logged }
}

describe('the door', () => {
  it('runs the handler with the parsed request and the window that asked', async () => {
    const door = openDoor({ 'project.list': () => ['a project'] })
    expect(await door.answer(ourWindow, 'project.list', {})).toEqual({ ok: true, value: ['a project'] })
    expect(door.ran).toEqual([{ name: 'project.list', request: {}, caller: { windowId: 7 } }])
  })

  it('waits for an app that is still opening', async () => {
    let open = (_handlers: Handlers) => {}
    const opening = new Promise<Handlers>((resolve) => {
      open = resolve
    })
    const answer = createAnswerCall({
      handlers: () => opening,
      isOurPage: () => true,
      refused: () => {},
      logger: silentLogger,
    })
    const reply = answer(ourWindow, 'vault.list', {})
    open({ 'vault.list': () => [] } as unknown as Handlers)
    expect(await reply).toEqual({ ok: true, value: [] })
  })

  it.each(['project.nothing', '', '__proto__', 'toString', 'constructor', 'hasOwnProperty', 'app.boot '])(
    'refuses the unknown name %j',
    async (name) => {
      const door = openDoor()
      expect(await door.answer(ourWindow, name, {})).toMatchObject({
        ok: false,
        error: { code: 'ipc.refused' },
      })
      expect(door.refused).toEqual([[name, 'no such call']])
      expect(door.ran).toEqual([])
    },
  )

  it.each([[undefined], [null], [7], [{}], [['app.boot']], [{ toString: () => 'app.boot' }]])(
    'refuses a name that is not text: %j',
    async (name) => {
      const door = openDoor()
      expect(await door.answer(ourWindow, name, {})).toMatchObject({
        ok: false,
        error: { code: 'ipc.refused' },
      })
      expect(door.ran).toEqual([])
    },
  )

  it('tells the log a long name short and an odd one by its kind', async () => {
    const door = openDoor()
    await door.answer(ourWindow, 'x'.repeat(500), {})
    await door.answer(ourWindow, { secret: 'marker' }, {})
    expect(door.refused).toEqual([
      ['x'.repeat(80), 'no such call'],
      ['(object)', 'no such call'],
    ])
  })

  it.each<[string, Partial<CallSender>, string]>([
    ['a stranger', { windowId: null }, 'not one of our windows'],
    ['a frame inside our page', { isTopFrame: false }, 'not the top frame'],
    ['a page of the web', { url: 'https://example.com/' }, 'not our page'],
    ['a file', { url: 'file:///app/index.html' }, 'not our page'],
    ['an empty page', { url: 'about:blank' }, 'not our page'],
    ['a page that is gone', { url: '' }, 'not our page'],
    ['a host with our name in front', { url: 'app://orrery.evil/index.html' }, 'not our page'],
  ])('refuses %s', async (_who, change, reason) => {
    const door = openDoor()
    const answer = await door.answer({ ...ourWindow, ...change }, 'app.boot', {})
    expect(answer).toMatchObject({ ok: false, error: { code: 'ipc.refused' } })
    expect(door.refused).toEqual([['app.boot', reason]])
    expect(door.ran).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'request: invalid_type'],
    ['null', null, 'request: invalid_type'],
    ['a list', [path], 'request: invalid_type'],
    ['a missing key', {}, 'path: invalid_type'],
    ['a wrong type', { path: 7 }, 'path: invalid_type'],
    ['an unknown key', { path, force: true }, 'request: unrecognized_keys'],
    [
      'an unknown key called __proto__',
      JSON.parse(`{"path":"/a","__proto__":{"x":1}}`),
      'request: unrecognized_keys',
    ],
    ['text that is too long', { path: 'x'.repeat(5_000) }, 'path: too_big'],
    ['far too much', { path: 'x'.repeat(5_000_000) }, 'too large'],
  ])('refuses a request with %s', async (_what, payload, reason) => {
    const door = openDoor()
    const answer = await door.answer(ourWindow, 'project.add', payload)
    expect(answer).toMatchObject({ ok: false, error: { code: 'ipc.refused' } })
    expect(door.refused).toEqual([['project.add', reason]])
    expect(door.ran).toEqual([])
  })

  it('neither logs nor answers with what a refused request carried', async () => {
    const lines: unknown[] = []
    const answer = createAnswerCall({
      handlers: () => Promise.reject(new Error('not reached')),
      isOurPage: () => true,
      refused: (...line) => lines.push(line),
      logger: silentLogger,
    })
    const reply = await answer(ourWindow, 'vault.set', {
      kind: 'marker-secret',
      name: 'marker-secret',
      value: 'marker-secret',
    })
    expect(lines).toHaveLength(1)
    expect(JSON.stringify([lines, reply])).not.toContain('marker-secret')
  })

  it('lets a message with pictures through that is too large for any other call', async () => {
    const door = openDoor()
    const image = { mime: 'image/png', base64: 'AAAA'.repeat(1_500_000), name: 'screen.png' }
    const target = {
      to: 'project',
      projectId: 'prj_00000000',
      model: 'orrery/practice',
      permissionMode: 'ask',
    }
    expect(await door.answer(ourWindow, 'session.send', { target, text: '', images: [image] })).toMatchObject(
      { ok: true },
    )
  })

  it('hands an expected failure over as data', async () => {
    const door = openDoor({
      'run.stop': () => {
        throw AppError.quoting('run.abandoned', 'The run has ended already.')
      },
    })
    expect(
      await door.answer(ourWindow, 'run.stop', { sessionId: 'ses_00000000', runId: 'run_00000000' }),
    ).toEqual({
      ok: false,
      error: { code: 'run.abandoned', message: 'The run has ended already.', recoverable: false },
    })
    expect(door.logged).toEqual([])
  })

  it('logs a bug whole and keeps its words from the window', async () => {
    const bug = new TypeError('cannot read /home/ada/.secret')
    const door = openDoor({ 'app.boot': () => Promise.reject(bug) })
    const answer = await door.answer(ourWindow, 'app.boot', {})
    expect(answer).toMatchObject({ ok: false, error: { code: 'other' } })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(door.logged).toEqual([['A call failed', bug, { name: 'app.boot' }]])
  })

  it('answers, and never throws, whatever is sent', async () => {
    const door = openDoor()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom('app.boot', 'project.add', 'vault.set', 'session.send'), fc.anything()),
        fc.anything(),
        async (name, payload) => {
          expect(typeof (await door.answer(ourWindow, name, payload)).ok).toBe('boolean')
        },
      ),
    )
  })
})
