import { englishOf, type Sentence, type SentenceName, type Told } from './sentences.ts'

/** The closed list of what can go wrong in a way a person or a model can act on. */
export const ERROR_CODES = [
  'llm.rate_limit',
  'llm.timeout',
  'llm.stream',
  'llm.auth',
  'llm.not_found',
  'llm.context_overflow',
  'llm.other',
  'tool.not_found',
  'tool.failed',
  'tool.denied',
  'tool.timeout',
  'memory.not_found',
  'memory.storage',
  'memory.refused',
  'knowledge.not_found',
  'knowledge.refused',
  'plan.parse',
  'hook.blocked',
  'hook.failed',
  'limit.exceeded',
  'config.invalid',
  'run.already_registered',
  'run.abandoned',
  'run.illegal_transition',
  'run.active',
  'session.not_found',
  'queue.gone',
  'vault.unavailable',
  'vault.locked',
  'vault.denied',
  'vault.wrong_passphrase',
  'vault.not_found',
  'vault.name_invalid',
  'project.not_found',
  'project.not_directory',
  'project.denied',
  'project.already_registered',
  'project.loop',
  'ipc.refused',
  'db.newer',
  'db.full',
  'db.damaged',
  'db.unavailable',
  'team.not_found',
  'team.refused',
  'search.unavailable',
  'script.invalid',
  'script.failed',
  'not_implemented',
  'cancelled',
  'other',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** An error as plain data: what is stored, cloned and sent. `message` is a sentence a person can act on. */
export type AppErrorData = {
  code: ErrorCode
  message: string
  recoverable: boolean
  retryAfterMs?: number
  /** The message in parts, where a window may have words of its own for it. */
  said?: readonly Sentence[]
  cause?: AppErrorData
}

/** Codes after which trying the same thing again can help (requirement A-ER-02). */
const RECOVERABLE: ReadonlySet<ErrorCode> = new Set([
  'llm.rate_limit',
  'llm.timeout',
  'llm.stream',
  'tool.failed',
  'tool.timeout',
  'memory.not_found',
])

type More = { retryAfterMs?: number | null; cause?: unknown }
type Known = Sentence & { readonly name: SentenceName }

/** An expected failure. Anything else that is thrown is a bug and its words never reach a window. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly recoverable: boolean
  readonly retryAfterMs: number | null
  readonly said: readonly Sentence[] | null

  // Private, so that every error names its audience.
  private constructor(
    code: ErrorCode,
    message: string,
    more: More & { said?: readonly Sentence[] | null } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.recoverable = RECOVERABLE.has(code)
    this.retryAfterMs = more.retryAfterMs ?? null
    this.said = more.said ?? null
  }

  /** An error in sentences every window can say in its own language. */
  static saying(code: ErrorCode, said: Known | readonly Known[], more: More = {}): AppError {
    const all = 'name' in said ? [said] : said
    return new AppError(code, englishOf(all), { ...more, said: all })
  }

  /** Creates an error that only agents read; it is always English. */
  static forAgent(code: ErrorCode, text: string, more: More = {}): AppError {
    return new AppError(code, text, more)
  }

  /** Creates an error that quotes a hook, the system or one of the app's processes. */
  static quoting(
    code: ErrorCode,
    text: string,
    more: More & { said?: readonly Sentence[] | null } = {},
  ): AppError {
    const said = more.said === undefined || more.said?.length === 0 ? null : more.said
    return new AppError(code, text, { ...more, said })
  }

  /**
   * Creates a cancellation: stopped by the person or no longer needed. It is stored with the stopped work.
   */
  static cancelled(reason: string): AppError {
    return new AppError('cancelled', reason)
  }

  /** The same problem with sentences in front of its own or behind them. */
  framed(before: readonly Known[], after: readonly Known[] = []): AppError {
    const message = [englishOf(before), this.message, englishOf(after)]
      .filter((text) => text !== '')
      .join(' ')
    const said = this.said === null ? null : [...before, ...this.said, ...after]
    return new AppError(this.code, message, { retryAfterMs: this.retryAfterMs, cause: this.cause, said })
  }

  /** Returns the text for a report. An error without sentences is reported verbatim. */
  told(): Told {
    return { text: this.message, said: this.said ?? [] }
  }

  /** The wire form, without the stack. */
  toData(): AppErrorData {
    return {
      code: this.code,
      message: this.message,
      recoverable: this.recoverable,
      ...(this.retryAfterMs === null ? {} : { retryAfterMs: this.retryAfterMs }),
      ...(this.said === null ? {} : { said: this.said }),
      ...(this.cause instanceof AppError ? { cause: this.cause.toData() } : {}),
    }
  }

  /** Rebuilds the error from its wire form, so that both sides throw the same type. */
  static from(data: AppErrorData): AppError {
    return new AppError(data.code, data.message, {
      retryAfterMs: data.retryAfterMs ?? null,
      said: data.said ?? null,
      ...(data.cause === undefined ? {} : { cause: AppError.from(data.cause) }),
    })
  }
}
