import { expect, it } from 'vitest'
import type { TerminalId } from '#shared/ids.ts'
import type { FromTerminals } from './messages.ts'
import type { PtyEvents } from './pty.ts'
import { serveTerminals } from './serve-terminals.ts'

const id = 'trm_00000001' as TerminalId
const start = { file: '/bin/sh', args: [], cwd: '/', env: {}, cols: 80, rows: 24 }

/** A pseudo terminal that prints on request, and a screen that parses on request. */
function open({ fails = false } = {}) {
  const posted: FromTerminals[] = []
  const acts: string[] = []
  const parses: (() => void)[] = []
  const frames: (() => void)[] = []
  let events: PtyEvents = { onData: () => {}, onExit: () => {} }
  const serve = serveTerminals({
    post: (message) => posted.push(message),
    start: (_start, given) => {
      if (fails) throw new Error('no such file')
      events = given
      return {
        pid: 77,
        write: (data) => acts.push(`write ${data}`),
        resize: (cols, rows) => acts.push(`resize ${cols}×${rows}`),
        pause: () => acts.push('pause'),
        resume: () => acts.push('resume'),
        foreground: () => 'vim',
        end: () => acts.push('end'),
      }
    },
    screen: (_size, _answer) => ({
      write: (_text, parsed) => parses.push(parsed),
      resize: () => {},
      read: (done) => done({ text: 'screen', cols: 80, rows: 24 }),
      close: () => acts.push('close screen'),
    }),
    after: (_ms, act) => frames.push(act),
    collect: () => undefined,
  })
  serve({ t: 'start', id, start })
  return {
    serve,
    posted,
    acts,
    frames,
    print: (data: string) => events.onData(data),
    exit: (code: number | null) => events.onExit(code),
    parse: () => {
      for (const each of parses.splice(0)) each()
    },
    frame: () => {
      for (const each of frames.splice(0)) each()
    },
  }
}

it('posts no output and schedules nothing while no window watches', () => {
  const { print, parse, posted, frames } = open()
  print('hello')
  parse()
  expect(posted).toEqual([{ t: 'started', id, pid: 77 }])
  expect(frames).toEqual([])
})

it('posts the output of one frame together, with its position', () => {
  const { serve, print, posted, frame, frames } = open()
  print('before ')
  serve({ t: 'watch', id, on: true })
  print('one ')
  print('two')
  frame()
  print('!')
  frame()
  expect(posted.slice(1)).toEqual([
    { t: 'output', id, at: 7, data: 'one two' },
    { t: 'output', id, at: 14, data: '!' },
  ])
  expect(frames).toEqual([])
})

it('reads the screen at the position up to which it is parsed', () => {
  const { serve, print, parse, posted } = open()
  print('parsed')
  parse()
  print('not yet')
  serve({ t: 'screen', id, request: 1 })
  expect(posted.at(-1)).toEqual({ t: 'screen', request: 1, text: 'screen', cols: 80, rows: 24, at: 6 })
})

it('lets a program wait while the screen or a window lags behind', () => {
  const { serve, print, parse, acts } = open()
  print('x'.repeat(600_000))
  print('x'.repeat(600_000))
  print('more')
  expect(acts).toEqual(['pause'])
  parse()
  expect(acts).toEqual(['pause', 'resume'])
  serve({ t: 'hold', id, on: true })
  serve({ t: 'hold', id, on: true })
  serve({ t: 'hold', id, on: false })
  expect(acts).toEqual(['pause', 'resume', 'pause', 'resume'])
})

it('posts the last output before the end, and keeps the screen until it is forgotten', () => {
  const { serve, print, exit, posted, acts } = open()
  serve({ t: 'watch', id, on: true })
  print('bye')
  exit(3)
  expect(posted.slice(1)).toEqual([
    { t: 'output', id, at: 0, data: 'bye' },
    { t: 'ended', id, code: 3, problem: '' },
  ])
  serve({ t: 'screen', id, request: 1 })
  expect(posted.at(-1)?.t).toBe('screen')
  serve({ t: 'foreground', id, request: 2 })
  expect(posted.at(-1)).toEqual({ t: 'foreground', request: 2, program: '' })
  serve({ t: 'forget', id })
  expect(acts).toEqual(['close screen'])
})

it('reports a shell that cannot start', () => {
  const { posted } = open({ fails: true })
  expect(posted).toEqual([{ t: 'ended', id, code: null, problem: 'no such file' }])
})
