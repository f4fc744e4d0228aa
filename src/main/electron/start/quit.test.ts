import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { silentLogger } from '../../lib/logger.ts'
import { QUIT_LIMIT_MS, quitInOrder } from './quit.ts'

/** A process that notes how it ends, a clock that rings when told, and a close that waits to be let go. */
function setUp() {
  const emitter = new EventEmitter()
  const codes: number[] = []
  let ring = () => {}
  let letGo = (_error?: Error) => {}
  let closes = 0
  const waits: number[] = []
  const done = new Promise<void>((resolve, reject) => {
    letGo = (error) => (error === undefined ? resolve() : reject(error))
  })
  const exited = new Promise<number>((resolve) => emitter.on('exited', resolve))
  quitInOrder({
    host: {
      onQuitting: (listener) => emitter.on('before-quit', listener),
      onEnding: (listener) => emitter.on('will-quit', listener),
      exit: (code) => {
        codes.push(code)
        emitter.emit('exited', code)
      },
    },
    close: () => {
      closes += 1
      return done
    },
    clock: {
      after: (ms) => {
        waits.push(ms)
        return new Promise((resolve) => {
          ring = resolve
        })
      },
    },
    logger: silentLogger,
  })
  const ask = (event: 'before-quit' | 'will-quit') => {
    let prevented = false
    emitter.emit(event, { preventDefault: () => (prevented = true) })
    return prevented
  }
  return {
    ask,
    codes,
    exited,
    ring: () => ring(),
    letGo: (error?: Error) => letGo(error),
    closes: () => closes,
    waits,
  }
}

it('lets the windows go first and holds the process until the app has closed', async () => {
  const quit = setUp()
  expect(quit.ask('before-quit')).toBe(false)
  expect(quit.closes()).toBe(0)
  expect(quit.ask('will-quit')).toBe(true)
  expect([quit.closes(), quit.codes]).toEqual([1, []])
  quit.letGo()
  expect(await quit.exited).toBe(0)
})

it('closes once and ends once, however often it is asked', async () => {
  const quit = setUp()
  for (const event of ['before-quit', 'will-quit', 'before-quit', 'will-quit'] as const) quit.ask(event)
  quit.letGo()
  await quit.exited
  quit.ring()
  await Promise.resolve()
  expect([quit.closes(), quit.codes, quit.waits]).toEqual([1, [0], [QUIT_LIMIT_MS]])
})

it('ends at the limit when closing hangs', async () => {
  const quit = setUp()
  quit.ask('before-quit')
  quit.ask('will-quit')
  quit.ring()
  expect(await quit.exited).toBe(1)
})

it('ends at the limit when a window does not close', async () => {
  const quit = setUp()
  quit.ask('before-quit')
  quit.ring()
  expect([await quit.exited, quit.closes()]).toEqual([1, 0])
})

it('ends when closing fails', async () => {
  const quit = setUp()
  quit.ask('will-quit')
  quit.letGo(new Error('disk'))
  expect(await quit.exited).toBe(1)
})
