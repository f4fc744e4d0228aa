import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import spawn from 'cross-spawn'
import type { ServerStart } from '../messages.ts'

type Deps = {
  readonly start: Extract<ServerStart, { kind: 'stdio' }>
  readonly started: (pid: number, mark: string) => void
  /** Told what the program prints besides messages. */
  readonly printed: (text: string, from: 'stderr' | 'app') => void
}

/** More than any useful message; a program that sends more has gone wrong. In UTF-16 units. */
const LONGEST_MESSAGE = 32 * 1024 * 1024
/** The grace for a program after its input was closed, in milliseconds. */
const GRACE_MS = 1_000

/** A transport that knows how its program ended. */
export type ProgramTransport = Transport & {
  readonly stderr: null
  readonly pid: null
  readonly ending: () => string | null
}

/**
 * Speaks with a program over its standard input and output, one message a line. It starts the program as the leader of
 * a process group, with a mark by which everything that comes from it is known.
 */
export function createProgramTransport({ start, started, printed }: Deps): ProgramTransport {
  let child: ChildProcess | null = null
  let ending: string | null = null
  let isClosed = false
  // The library handles a notification one microtask late. It would drop the last progress of a call whose answer comes
  // in the same piece of output, so each message waits for the one before.
  let deliveries = Promise.resolve()
  const transport: ProgramTransport = {
    // By these two the library knows a program, whose silence means something else than that of a remote server.
    stderr: null,
    pid: null,
    ending: () => ending,
    start: async () => {
      const mark = randomUUID()
      const running = spawn(start.file, [...start.args], {
        cwd: start.cwd,
        env: { ...start.environment, ORRERY_CALL: mark },
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        windowsHide: true,
      })
      child = running
      await whenSpawned(running)
      started(running.pid ?? 0, `ORRERY_CALL=${mark}`)
      // An ended program reads nothing more; the exit handler reports it.
      running.stdin?.on('error', () => {})
      readLines(running, {
        line: (line) => hear(line),
        tooLong: () => {
          ending ??= 'It sent a message of more than 32 MB.'
          running.kill('SIGKILL')
        },
      })
      running.stderr?.setEncoding('utf8').on('data', (text: string) => printed(text, 'stderr'))
      running.once('exit', (code, signal) => {
        ending ??= signal === null ? `It ended with exit code ${code}.` : `It was ended by ${signal}.`
      })
      running.once('close', () => over())
      // A child that inherited the output can keep it open for ever.
      running.once('exit', () => setTimeout(over, GRACE_MS).unref())
    },
    send: async (message) => {
      const stdin = child?.stdin
      if (!stdin?.writable) throw new Error('The program does not run any more.')
      if (!stdin.write(serializeMessage(message))) {
        await new Promise<void>((resolve) => {
          stdin.once('drain', resolve)
          stdin.once('close', resolve)
        })
      }
    },
    close: async () => {
      const running = child
      if (running === null || isClosed) return
      const closed = new Promise<void>((resolve) => running.once('close', () => resolve()))
      running.stdin?.end()
      const force = setTimeout(() => running.kill('SIGKILL'), GRACE_MS)
      if (running.exitCode === null && running.signalCode === null) await closed
      clearTimeout(force)
      over()
    },
  }
  const over = (): void => {
    if (isClosed) return
    isClosed = true
    transport.onclose?.()
  }
  const hear = (line: string): void => {
    let message: JSONRPCMessage
    try {
      message = deserializeMessage(line)
    } catch {
      // Many programs print greetings there before they speak.
      printed(line, 'app')
      return
    }
    deliveries = deliveries.then(() => transport.onmessage?.(message))
  }
  return transport
}

function whenSpawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => {
      // Later errors concern signals that came too late.
      child.on('error', () => {})
      resolve()
    })
    child.once('error', (error) => reject(error))
  })
}

type Hears = { readonly line: (line: string) => void; readonly tooLong: () => void }

function readLines({ stdout }: ChildProcess, { line, tooLong }: Hears): void {
  let pieces: string[] = []
  let length = 0
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = text.split('\n')
    const last = parts.pop() ?? ''
    for (const part of parts) {
      pieces.push(part)
      const whole = pieces.join('').replace(/\r$/, '')
      pieces = []
      length = 0
      if (whole.trim() !== '') line(whole)
    }
    pieces.push(last)
    length += last.length
    if (length <= LONGEST_MESSAGE) return
    pieces = []
    length = 0
    stdout.removeAllListeners('data')
    stdout.resume()
    tooLong()
  })
}
