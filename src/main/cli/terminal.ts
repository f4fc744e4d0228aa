import { createInterface } from 'node:readline'
import { plainLines } from './plain-line.ts'
import { UsageError } from './usage-error.ts'

/** The longest standard input, in bytes: a message holds a million characters. */
const MOST_INPUT = 4_000_000

/** The streams and signals of the terminal or pipe that a command runs in. */
export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /**
   * Returns all of standard input; null when a person types there, or nothing arrives within `firstMs`. Throws a
   * `UsageError` beyond 4 MB.
   */
  readonly input: (firstMs: number | null) => Promise<string | null>
  /** Returns the lines of standard input as they arrive, until it ends. */
  readonly lines: () => AsyncIterable<string>
  /** Asks the person who types there. False for every answer but yes, on Ctrl+C, and without a person at the terminal. */
  readonly confirm: (question: string) => Promise<boolean>
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
  const lines = () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  const onInterrupt: Terminal['onInterrupt'] = (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const err = (text: string): void =>
    void process.stderr.write(process.stderr.isTTY ? plainLines(text) : text)
  return {
    out: (text) => {
      if (!isReaderGone) process.stdout.write(process.stdout.isTTY ? plainLines(text) : text)
    },
    err,
    input: async (firstMs) => {
      if (process.stdin.isTTY) return null
      if (firstMs !== null && !(await arrives(process.stdin, firstMs))) return null
      return readInput(process.stdin)
    },
    lines,
    confirm: async (question) => {
      if (!process.stdin.isTTY) return false
      err(`${question} [y/N] `)
      return isYes(await firstLine(lines(), onInterrupt))
    },
    onInterrupt,
    flushed: () =>
      new Promise((resolve) => {
        if (isReaderGone) resolve()
        else process.stdout.write('', () => resolve())
      }),
  }
}

/** Whether anything of a stream, or its end, arrives within some milliseconds. */
export function arrives(stream: NodeJS.ReadableStream, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (is: boolean): void => {
      clearTimeout(timer)
      stream.off('readable', some)
      stream.off('end', some)
      resolve(is)
    }
    const some = () => settle(true)
    const timer = setTimeout(() => settle(false), ms)
    stream.once('readable', some)
    stream.once('end', some)
  })
}

/** Reads a stream to its end and stops at the limit, so that an endless one fills no memory. */
export async function readInput(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stream) {
    const read = Buffer.from(piece)
    bytes += read.length
    if (bytes > MOST_INPUT) {
      throw new UsageError(
        'Standard input is longer than 4 MB. Save it as a file and name the file in the message.',
      )
    }
    pieces.push(read)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Whether an answer to a question with two answers agrees. */
export const isYes = (answer: string | null): boolean => /^y(es)?$/i.test(answer?.trim() ?? '')

/** Returns the first line; null at the end of the input and on Ctrl+C. */
async function firstLine(
  lines: ReturnType<typeof createInterface>,
  onInterrupt: Terminal['onInterrupt'],
): Promise<string | null> {
  const unlisten = onInterrupt(() => lines.close())
  try {
    for await (const line of lines) return line
    return null
  } finally {
    unlisten()
    lines.close()
  }
}
