import { createInterface } from 'node:readline'

/** The streams and signals of the terminal or pipe that a command runs in. */
export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Returns all of standard input; null when a person types there. */
  readonly input: () => Promise<string | null>
  /** Returns the lines of standard input as they arrive, until it ends. */
  readonly lines: () => AsyncIterable<string>
  /** Calls back on Ctrl+C, on SIGTERM and when the reader of the output is gone. Returns the way to unsubscribe. */
  readonly onInterrupt: (listener: () => void) => () => void
  /** Resolves when everything written has left this process. */
  readonly flushed: () => Promise<void>
}

/** Uses the streams of this process. A second interruption ends the process at once. */
export function processTerminal(interruptedCode: number): Terminal {
  const listeners = new Set<() => void>()
  let count = 0
  let isReaderGone = false
  const interrupt = () => {
    count += 1
    if (count > 1 || listeners.size === 0) process.exit(interruptedCode)
    for (const listener of listeners) listener()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  process.stdout.on('error', () => {
    if (isReaderGone) return
    isReaderGone = true
    interrupt()
  })
  process.stderr.on('error', () => {})
  return {
    out: (text) => {
      if (!isReaderGone) process.stdout.write(text)
    },
    err: (text) => void process.stderr.write(text),
    input: async () => {
      if (process.stdin.isTTY) return null
      const pieces: Buffer[] = []
      for await (const piece of process.stdin) pieces.push(Buffer.from(piece as Buffer))
      return Buffer.concat(pieces).toString('utf8')
    },
    lines: () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }),
    onInterrupt: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    flushed: () =>
      new Promise((resolve) => {
        if (isReaderGone) resolve()
        else process.stdout.write('', () => resolve())
      }),
  }
}
