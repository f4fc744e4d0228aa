import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import { Sentence } from '#shared/sentence-data.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Logger } from '../../../lib/logger.ts'
import type {
  Sandbox,
  SchemaVerdict,
  ScriptAnswer,
  ScriptHost,
  ScriptListener,
  ScriptOutcome,
  ScriptProgram,
} from '../../engine/ports.ts'
import { createHeartbeat } from './heartbeat.ts'
import { SANDBOX_LIMITS, type SandboxLimits } from './sandbox-limits.ts'
import {
  FromSandbox,
  type Said,
  type SandboxBirth,
  type SandboxProgram,
  type ToSandbox,
  type Turn,
} from './sandbox-messages.ts'
import { scriptFailure } from './script-failure.ts'

export type ScriptHostDeps = {
  /** The built `script-worker`. */
  readonly worker: URL
  /** The compiled JavaScript engine. It is asked for once. */
  readonly compile: () => Promise<object>
  readonly clock: Clock
  readonly logger: Logger
  readonly limits?: SandboxLimits
  /** Hears of each thread and which script is in it; what it returns is called when it is over. */
  readonly watch?: (worker: Worker, script: () => string | null) => () => void
}

/** Runs scripts in worker threads, one for each run. A thread that does not answer is ended. */
export type WorkerScriptHost = ScriptHost & {
  /** Brings up a sandbox ahead of the next run, for when one is likely. It is let go when none comes. */
  readonly warm: () => Promise<void>
  readonly close: () => Promise<void>
}

const SPARE_MS = 60_000

export function createScriptHost(deps: ScriptHostDeps): WorkerScriptHost {
  let module: Promise<object> | null = null
  let spare: { readonly sandbox: Promise<Sandbox>; readonly used: AbortController } | null = null

  const fresh = async () => {
    module ??= deps.compile()
    const compiled = await module.catch((error: unknown) => {
      module = null
      throw error
    })
    return openSandbox(deps, compiled)
  }
  const takeSpare = () => {
    const taken = spare?.sandbox ?? null
    spare?.used.abort()
    spare = null
    return taken
  }
  const open = async (signal: AbortSignal) => {
    const sandbox = await (takeSpare() ?? fresh())
    if (!signal.aborted) return sandbox
    await sandbox.close()
    throw signal.reason
  }
  const close = async () => void (await (await takeSpare())?.close())
  const warm = async () => {
    if (spare !== null) return
    const used = new AbortController()
    spare = { sandbox: fresh(), used }
    deps.clock.after(SPARE_MS, used.signal).then(close, () => {
      // It rejects when the spare is taken.
    })
    await spare.sandbox.catch((error: unknown) => {
      // The next run tries again instead of meeting this failure.
      if (spare?.used === used) takeSpare()
      throw error
    })
  }
  return { open, warm, close }
}

// `Omit` on a union would lose what its members differ in.
type Unnumbered<T> = T extends unknown ? Omit<T, 'seq'> : never
type Ears = { readonly listener: ScriptListener; readonly budget: number | null }

function openSandbox(deps: ScriptHostDeps, module: object): Sandbox {
  const { clock, logger, limits = SANDBOX_LIMITS } = deps
  let script: string | null = null
  const worker = newWorker(deps, { module, limits }, () => script)
  const verdicts = new Map<number, (verdict: SchemaVerdict) => void>()
  let ears: Ears | null = null
  let settle: (outcome: ScriptOutcome) => void = () => {}
  let dead: AppErrorData | null = null
  let seq = 0
  let outbox: ToSandbox[] = []

  const die = (error: AppErrorData) => {
    if (dead !== null) return
    dead = error
    heart.stop()
    settle({ ok: false, error })
    for (const tell of verdicts.values()) tell(unchecked(error))
    worker.terminate().catch((reason: unknown) => logger.error('A sandbox could not be ended', reason))
  }
  const heart = createHeartbeat(clock, limits, () => die(silent(limits)))
  // Answers that are there together cross together: a resume brings a thousand of them.
  const flush = () => {
    if (dead === null) worker.postMessage(outbox)
    outbox = []
  }
  const post = (message: Unnumbered<ToSandbox>): number => {
    seq += 1
    heart.expect(seq)
    if (outbox.length === 0) queueMicrotask(flush)
    outbox.push({ ...message, seq })
    return seq
  }
  const turned = ({ seq: number, said, outcome, verdict }: Turn) => {
    heart.done(number)
    if (verdict !== null) verdicts.get(number)?.(verdict)
    verdicts.delete(number)
    for (const each of said) hear(each)
    if (outcome !== null) settle(outcome.ok ? { ok: true, value: JSON.parse(outcome.json) } : outcome)
  }
  const hear = ({ kind, id, frame, text }: Said) => {
    if (ears === null) return
    const { listener, budget } = ears
    if (kind === 'warn') return listener.note({ frame, hook: kind, ...warningIn(text) })
    if (kind !== 'agent' && kind !== 'workflow') return listener.note({ frame, hook: kind, text })
    listener
      .call({ frame, hook: kind, payload: JSON.parse(text) })
      .then((answer) => (dead === null ? void post(messageOf(id, answer, budget)) : undefined))
      .catch((error: unknown) => {
        logger.error('A call of a script was not answered', error)
        die(scriptFailure('run.broke'))
      })
  }
  listen(worker, { beat: heart.beat, turned, die })

  const run: Sandbox['run'] = (program, budget, listener) => {
    if (dead !== null) return Promise.resolve({ ok: false, error: dead })
    ears = { listener, budget }
    script = program.run ?? program.fileName
    const outcome = new Promise<ScriptOutcome>((resolve) => {
      settle = resolve
    })
    post({ t: 'run', program: programOf(program, budget) })
    return outcome
  }
  const check: Sandbox['check'] = (schema, value) => {
    if (dead !== null) return Promise.resolve(unchecked(dead))
    return new Promise((resolve) => {
      verdicts.set(post({ t: 'check', schema: jsonOf(schema), value: jsonOf(value) }), resolve)
    })
  }
  const close = async () => {
    die(scriptFailure('run.ended'))
    await worker.terminate()
  }
  return { run, check, close }
}

function newWorker(
  { worker: file, watch }: Pick<ScriptHostDeps, 'worker' | 'watch'>,
  workerData: SandboxBirth,
  script: () => string | null,
): Worker {
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: 256 }, env: {} })
  const left = watch?.(worker, script)
  if (left !== undefined) worker.on('exit', left)
  return worker
}

type Heard = {
  readonly beat: () => void
  readonly turned: (turn: Turn) => void
  readonly die: (error: AppErrorData) => void
}

/** Nothing that comes out of a sandbox may throw in the app. */
function listen(worker: Worker, { beat, turned, die }: Heard): void {
  worker.on('message', (raw: unknown) => {
    const nonsense = () => die(scriptFailure('run.nonsense'))
    const parsed = FromSandbox.safeParse(raw)
    if (!parsed.success) return nonsense()
    try {
      for (const message of parsed.data) message.t === 'beat' ? beat() : turned(message)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      nonsense()
    }
  })
  worker.on('error', (error) => die(brokeDown(error)))
  worker.on('exit', () => die(scriptFailure('run.sandboxEnded')))
}

/** A line of the sandbox's own; a hostile script can have made something else of it. */
function warningIn(json: string) {
  const said = z.array(Sentence).readonly().safeParse(JSON.parse(json))
  return said.success ? { text: englishOf(said.data), said: said.data } : { text: json }
}

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? 'null'

const programOf = (
  { frame, fileName, body, args }: ScriptProgram,
  budget: number | null,
): SandboxProgram => ({
  frame,
  fileName,
  body,
  args: jsonOf(args),
  budget,
})

function messageOf(id: number, answer: ScriptAnswer, budget: number | null): Unnumbered<ToSandbox> {
  const { spent } = answer
  if (answer.kind === 'child') return { t: 'child', id, program: programOf(answer.program, budget), spent }
  if (answer.kind === 'error') return { t: 'error', id, json: jsonOf(answer.error), spent }
  const json = jsonOf(answer.value)
  if (json.length <= WORKFLOW_LIMITS.maxValueChars) return { t: 'value', id, json, spent }
  const tooLong = say('agent.longAnswer', { most: String(WORKFLOW_LIMITS.maxValueChars) })
  return { t: 'error', id, json: jsonOf(AppError.saying('script.failed', tooLong).toData()), spent }
}

const unchecked = ({ message }: AppErrorData): SchemaVerdict => ({
  fits: false,
  problems: [message],
  invalid: true,
})

function silent({ silentMs }: SandboxLimits): AppErrorData {
  return scriptFailure('run.silent', { seconds: String(silentMs / 1_000) })
}

function brokeDown(error: Error & { code?: unknown }): AppErrorData {
  return scriptFailure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'run.outOfMemory' : 'run.sandboxBroken')
}
