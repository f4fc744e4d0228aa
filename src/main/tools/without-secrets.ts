import { AppError } from '#shared/errors.ts'
import type { OpenedCall, Tool, ToolContext } from './tool.ts'

/** Takes the values of known secrets out of a text and puts a mark in their place. */
export type Hide = {
  readonly text: (text: string) => string
  /** Returns from where on a text may turn out to be a secret, once more of it is there. */
  readonly open: (text: string) => number
}

/** More is not held back: output in which secrets overlap without end. In UTF-16 units. */
const MOST_HELD = 64 * 1024

/** The replacement for a secret. Long enough that no ordinary text equals it. */
export const SECRET_MARK = '[hidden: a value from the vault]'

/**
 * Wraps a tool so that its output contains no known secret, for the model, the log and windows. A model must
 * not write the mark over the original value.
 */
export function withoutSecrets(tool: Tool, hide: Hide): Tool {
  return {
    ...tool,
    open: (args) => {
      if (WRITES.has(tool.access) && JSON.stringify(args)?.includes(SECRET_MARK)) {
        return { ok: false, problem: MARK_PROBLEM }
      }
      const opened = tool.open(args)
      return opened.ok ? { ok: true, call: hidden(opened.call, hide) } : opened
    },
  }
}

const WRITES: ReadonlySet<Tool['access']> = new Set(['edit', 'remember'])

const MARK_PROBLEM = `${SECRET_MARK} stands for a value you are not shown, and writing it would destroy that value. Edit the lines around it instead.`

function hidden(call: OpenedCall, hide: Hide): OpenedCall {
  return {
    plan: async (context, signal) => {
      const plan = await worded(hide, () => call.plan(context, signal))
      return { ...plan, preview: hiddenIn(plan.preview, hide) }
    },
    run: async (context, signal, fresh) => {
      const live = hiddenPieces(context.progress, hide)
      try {
        const inside = contextOf(context, hide, live.add)
        const result = await worded(hide, () => call.run(inside, signal, fresh))
        const { details } = result
        const shown = details === undefined ? {} : { details: hiddenIn(details, hide) }
        return { ...result, text: hide.text(result.text), ...shown }
      } finally {
        live.end()
      }
    },
  }
}

function contextOf(context: ToolContext, hide: Hide, progress: ToolContext['progress']): ToolContext {
  const { blobs, outputs } = context
  return {
    ...context,
    blobs: {
      ...blobs,
      putBytes: async (bytes, mime) => {
        // Bytes with a mark in them would be another file, so they are not kept at all.
        if (FILE_MIMES.has(mime) && holdsSecret(bytes, hide)) throw heldSecret()
        return await blobs.putBytes(bytes, mime)
      },
    },
    outputs: { ...outputs, keep: (text) => outputs.keep(hide.text(text)) },
    progress,
  }
}

/** The types under which whole files of the disk are kept. */
const FILE_MIMES: ReadonlySet<string> = new Set(['text/plain', 'application/octet-stream'])

function holdsSecret(bytes: Uint8Array, hide: Hide): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return hide.text(text) !== text
}

const heldSecret = () =>
  AppError.forAgent('tool.denied', 'The file holds a value from the vault, so the chat keeps no copy of it.')

/** Hides secrets that are cut over several pieces: the end of a piece waits while it may be the beginning of one. */
export function hiddenPieces(show: (text: string) => void, hide: Hide) {
  let held = ''
  const release = (end: number) => {
    const text = held.slice(0, end)
    held = held.slice(end)
    if (text !== '') show(hide.text(text))
  }
  return {
    add: (text: string): void => {
      held += text
      release(held.length > MOST_HELD ? held.length : hide.open(held))
    },
    end: (): void => release(held.length),
  }
}

async function worded<T>(hide: Hide, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, retryAfterMs } = error
    throw AppError.quoting(code, hide.text(error.message), { retryAfterMs, cause: error.cause })
  }
}

/** A copy of plain data of the same shape. */
function hiddenIn<T>(value: T, hide: Hide): T {
  if (typeof value === 'string') return hide.text(value) as T
  if (Array.isArray(value)) return value.map((item) => hiddenIn(item, hide)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hiddenIn(item, hide)])) as T
}
