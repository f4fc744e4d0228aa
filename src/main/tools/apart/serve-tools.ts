import { AppError } from '#shared/errors.ts'
import type { CallId } from '#shared/ids.ts'
import type { Permission } from '#shared/permission/rule.ts'
import type { CommandFiles } from '#shared/session/command-files.ts'
import type { KeptOutput, StoredOutput } from '#shared/session/stored-output.ts'
import type { Clock } from '../../lib/clock.ts'
import type { BeforeCommand, EnvironmentOfCall, WatchCommand } from '../bash/command-deps.ts'
import type { DescribeSandbox, EnterSandbox, SandboxLeft } from '../bash/sandboxed.ts'
import type { BeforeChange } from '../files/file-change.ts'
import { judge } from '../permission/judge.ts'
import type { ReadPdf } from '../read/pdf.ts'
import type { SandboxDecision, Standing, Tool, ToolAct, ToolContext } from '../tool.ts'
import { gatheredWords } from './gathered-words.ts'
import type { EnteredWire, FromTools, Granted, ToTools, WireError, Wish } from './messages.ts'

type Call = Extract<ToTools, { type: 'call' }>

const STRICTNESS: Readonly<Record<Permission, number>> = { allow: 0, ask: 1, deny: 2 }

/**
 * Creates the tools process side: runs tools on request and asks its parent for everything else. The log, the
 * file copies and the person stay with the parent.
 */
export function createToolServer(post: (message: FromTools) => void, schedule: Clock['schedule']) {
  const running = new Map<number, AbortController>()
  const asking = new Map<number, { resolve: (value: Granted) => void; reject: (error: unknown) => void }>()
  let asked = 0

  const ask = (id: number, wish: Wish): Promise<Granted> =>
    new Promise((resolve, reject) => {
      asked += 1
      asking.set(asked, { resolve, reject })
      post({ type: 'ask', id, ask: asked, wish })
    })

  const callOf = new Map<string, number>()

  const act = async (tools: readonly Tool[], call: Call, signal: AbortSignal): Promise<FromTools> => {
    const { id, verb, args, fresh } = call
    const opened = tools.find(({ name }) => name === call.tool)?.open(args)
    if (opened?.ok !== true) {
      return {
        type: 'failed',
        id,
        problem: { code: 'tool.failed', message: 'This tool does not work apart.' },
      }
    }
    const said = gatheredWords(schedule, (text) => post({ type: 'progress', id, text }))
    const context = { ...contextOf(call, post, ask), progress: said.add }
    try {
      const value =
        verb === 'plan'
          ? await opened.call.plan(context, signal)
          : await opened.call.run(context, signal, fresh)
      return { type: 'done', id, value }
    } finally {
      said.flush()
    }
  }

  const begin = async (tools: readonly Tool[], call: Call): Promise<void> => {
    const stopper = new AbortController()
    running.set(call.id, stopper)
    callOf.set(call.place.callId, call.id)
    try {
      post(await act(tools, call, stopper.signal))
    } catch (error) {
      post({ type: 'failed', id: call.id, problem: wireOf(error) })
    } finally {
      running.delete(call.id)
      callOf.delete(call.place.callId)
    }
  }

  return {
    ...heldByParent(post, ask, (callId) => callOf.get(callId) ?? 0),
    /** Takes what the parent says. Never throws. */
    receive: (tools: readonly Tool[], message: ToTools): void => {
      if (message.type === 'call') void begin(tools, message)
      else if (message.type === 'abort') running.get(message.id)?.abort(AppError.cancelled('It was stopped.'))
      else {
        const waiting = asking.get(message.ask)
        asking.delete(message.ask)
        if (message.type === 'answer') waiting?.resolve(message.value as Granted)
        else waiting?.reject(AppError.quoting(message.problem.code, message.problem.message))
      }
    },
  }
}

/** Returns the operations that only the parent may do. Calls are identified by name. */
function heldByParent(
  post: (message: FromTools) => void,
  ask: (id: number, wish: Wish) => Promise<Granted>,
  idOf: (callId: CallId) => number,
): {
  beforeChange: BeforeChange
  beforeCommand: BeforeCommand
  enterSandbox: EnterSandbox
  describeSandbox: DescribeSandbox
  readPdf: ReadPdf
  commandEnvironment: EnvironmentOfCall
  watchProgram: WatchCommand
} {
  let programs = 0
  return {
    beforeChange: async ({ callId }, next) => {
      const id = idOf(callId)
      const granted = await ask(id, { what: 'beforeChange', next })
      return async () => {
        if (granted === null || typeof granted === 'string' || !('change' in granted)) return
        await ask(id, { what: 'settle', change: granted.change })
      }
    },
    commandEnvironment: async ({ callId }) => environmentIn(await ask(idOf(callId), { what: 'environment' })),
    beforeCommand: async ({ callId }) => {
      const id = idOf(callId)
      const command = commandIn(await ask(id, { what: 'beforeCommand' }))
      return async () => filesIn(await ask(id, { what: 'afterCommand', command }))
    },
    enterSandbox: async ({ callId }, command) => {
      const id = idOf(callId)
      const entered = sandboxIn(await ask(id, { what: 'enterSandbox', command }))
      if (entered.how !== 'inside') return entered
      const { entered: number, ...start } = entered
      return {
        ...start,
        // Background programs run in the main process.
        dial: null,
        leave: async (output, failed) =>
          leftIn(await ask(id, { what: 'leaveSandbox', entered: number, output, failed })),
      }
    },
    describeSandbox: async ({ callId }) => {
      const granted = await ask(idOf(callId), { what: 'describeSandbox' })
      return typeof granted === 'object' && granted !== null && 'rules' in granted ? granted.rules : null
    },
    readPdf: async ({ callId }, bytes) => {
      const granted = await ask(idOf(callId), { what: 'readPdf', bytes })
      return typeof granted === 'object' && granted !== null && 'pages' in granted
        ? granted.pages
        : 'broken_pdf'
    },
    watchProgram: ({ pid, mark, command, callId }) => {
      const id = idOf(callId)
      programs += 1
      const program = programs
      post({ type: 'started', id, program, pid, mark, command })
      return () => post({ type: 'over', id, program })
    },
  }
}

/**
 * Returns the tool context in the separate process. It cannot ask the person: tools that do so run in the
 * main process.
 */
function contextOf(
  { id, place, standing, seen, tool }: Call,
  post: (message: FromTools) => void,
  ask: (id: number, wish: Wish) => Promise<Granted>,
): ToolContext {
  const stamps = new Map(seen)
  const blob = async (wish: Wish) => {
    const granted = await ask(id, wish)
    if (typeof granted === 'string') return granted
    throw AppError.forAgent('tool.failed', 'What the tool found could not be kept.')
  }
  const never = (): never => {
    throw AppError.forAgent('tool.failed', 'A tool that works apart cannot do this.')
  }
  return {
    ...place,
    reads: {
      seen: (path) => stamps.get(path) ?? null,
      note: (path, stamp) => {
        stamps.set(path, stamp)
        post({ type: 'noted', id, path, stamp })
      },
      all: () => [...stamps],
    },
    standing: () => standing,
    judge: (act) => judged(standing, tool, act),
    blobs: { putBytes: (bytes, mime) => blob({ what: 'putBytes', bytes, mime }) },
    outputs: {
      keep: async (text) => keptIn(await ask(id, { what: 'keepOutput', text })),
      find: async (name) => outputIn(await ask(id, { what: 'findOutput', name })),
    },
    progress: () => {},
    ask: never,
    fill: never,
    sample: never,
    spend: never,
    approveOutside: async (wish) => decisionIn(await ask(id, { what: 'approveOutside', ask: wish })),
    approvePlan: never,
    failStep: never,
    acceptPlan: never,
    setPlan: never,
    notes: { all: never, set: never },
    reach: never,
  }
}

function environmentIn(granted: Granted): Readonly<Record<string, string>> {
  if (typeof granted === 'object' && granted !== null && 'environment' in granted) return granted.environment
  throw AppError.forAgent('tool.failed', 'The environment of the command is not known.')
}

function commandIn(granted: Granted): number {
  if (typeof granted === 'object' && granted !== null && 'command' in granted) return granted.command
  throw AppError.forAgent('tool.failed', 'Nobody looked at the files before this command.')
}

function sandboxIn(granted: Granted): EnteredWire {
  if (typeof granted === 'object' && granted !== null && 'sandbox' in granted) return granted.sandbox
  throw AppError.forAgent('tool.failed', 'The sandbox of this command could not be prepared.')
}

function leftIn(granted: Granted): SandboxLeft {
  if (typeof granted === 'object' && granted !== null && 'left' in granted) return granted.left
  throw AppError.forAgent('tool.failed', 'The sandbox of this command could not be closed.')
}

function decisionIn(granted: Granted): SandboxDecision {
  if (typeof granted === 'object' && granted !== null && 'decision' in granted) return granted.decision
  return { how: 'denied', reason: '' }
}

function keptIn(granted: Granted): KeptOutput {
  if (typeof granted === 'object' && granted !== null && 'kept' in granted) return granted.kept
  return { problem: 'the app did not take it' }
}

function outputIn(granted: Granted): StoredOutput | null {
  return typeof granted === 'object' && granted !== null && 'output' in granted ? granted.output : null
}

function filesIn(granted: Granted): CommandFiles {
  const isKnown = typeof granted === 'object' && granted !== null && 'files' in granted
  return isKnown ? granted.files : { looked: false, because: 'failed' }
}

function judged(standing: readonly Standing[], tool: string, act: ToolAct): Permission {
  const verdicts = standing.map((each) => judge({ ...each, tool, acts: [act] }).verdict)
  return verdicts.reduce((left, right) => (STRICTNESS[right] > STRICTNESS[left] ? right : left), 'allow')
}

/** Serialises an error for the parent. Its message is for the model, even for unexpected errors. */
export function wireOf(error: unknown): WireError {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  return { code: 'tool.failed', message: error instanceof Error ? error.message : String(error) }
}
