import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { BlobId, ContextId, DeviceId, ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Message } from '#shared/session/message.ts'
import type { HookScene, InterceptHook } from '../../../src/main/hooks/hook.ts'
import { hooksIn } from '../../../src/main/hooks/hooks.ts'
import type { Noted } from '../../../src/main/hooks/run-chain.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { sha256 } from '../../../src/main/lib/fingerprint.ts'
import { type Logger, silentLogger } from '../../../src/main/lib/logger.ts'
import { nextTurn } from '../../../src/main/lib/next-turn.ts'
import { schedule } from '../../../src/main/log/delivery/schedule.ts'
import type { ModelChunk, ModelRequest } from '../../../src/main/models/model.ts'
import { createApprovals } from '../../../src/main/runs/calls/approvals.ts'
import type { ToolCallDeps, Verdict } from '../../../src/main/runs/calls/calling.ts'
import type { PriorAnswers } from '../../../src/main/runs/calls/tool-group.ts'
import { createAnswers } from '../../../src/main/runs/chats/answers.ts'
import { askToStart, createHookedStart } from '../../../src/main/runs/chats/hooked-start.ts'
import { createLane } from '../../../src/main/runs/chats/lane.ts'
import { createQueue } from '../../../src/main/runs/chats/queue.ts'
import { createSessions } from '../../../src/main/runs/chats/sessions.ts'
import { createOpenUse } from '../../../src/main/runs/limits/open-use.ts'
import type { RunHandle } from '../../../src/main/runs/run/run-handle.ts'
import { NO_RUN_HOOKS, withItems } from '../../../src/main/runs/run/run-hooks.ts'
import { createSupervisor, type Work } from '../../../src/main/runs/run/supervisor.ts'
import { createAttachments } from '../../../src/main/runs/turns/attachments.ts'
import { type EditCheck, NO_EDIT_CHECK } from '../../../src/main/runs/turns/edit-check.ts'
import { seesRequests, throughHooks } from '../../../src/main/runs/turns/hooked-request.ts'
import { isProlonged } from '../../../src/main/runs/turns/run-stop.ts'
import { type Sampler, sampleFor } from '../../../src/main/runs/turns/sampling.ts'
import { runTurns, type TurnDeps } from '../../../src/main/runs/turns/turns.ts'
import type { Tool, ToolAct } from '../../../src/main/tools/tool.ts'
import { openTestLog } from '../data/open-log.ts'

export const TEST_MODEL: ModelInfo = {
  ref: 'test/scripted' as ModelRef,
  id: 'scripted',
  provider: 'test',
  api: 'builtin',
  label: 'Scripted',
  contextWindow: 100_000,
  maxOutput: 4_000,
  reasoning: false,
  inputPrice: 0,
  outputPrice: 0,
}

/** What the scripted model does for one request. */
export type Reply = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelChunk>

type Options = {
  readonly replies: Reply[]
  readonly tools?: readonly Tool[]
  readonly judge?: (tool: string, acts: readonly ToolAct[]) => Verdict
  readonly maxTurns?: number
  /** Reads paths that lead nowhere; without it they stay as they are. */
  readonly paths?: ToolCallDeps['paths']
  /** The folder in which tools act. */
  readonly root?: string
  readonly log?: ReturnType<typeof openTestLog>
  /** The longest a tool may act, and a stopped run may take to unwind, in milliseconds. */
  readonly limitMs?: number
  readonly graceMs?: number
  readonly logger?: Logger
  readonly makeRoom?: TurnDeps['makeRoom']
  /** The checks after edits. They need `hooks`, which may be empty. */
  readonly edits?: EditCheck
  /** What steps in, in every run. */
  readonly hooks?: readonly InterceptHook[]
  /** Makes requests as the app does; without it they are the messages as they were stored. */
  readonly build?: (path: readonly DurableEvent[]) => readonly Message[]
}

/** The runtime on a real log, with a model that follows a script and tools the test brings. */
export function createRunRig(options: Options) {
  const log = options.log ?? openTestLog()
  const { newId } = log
  const logger = options.logger ?? silentLogger
  const noted: Noted[] = []
  const hooks = hooksOf(options.hooks ?? [], (one) => void noted.push(one))
  const requests: ModelRequest[] = []
  const supervisor = createSupervisor({
    log: log.log,
    clock: systemClock,
    newId,
    logger,
    graceMs: () => options.graceMs ?? 500,
    pathOf: log.paths.of,
  })
  const approvals = createApprovals({ log: log.log, newId })
  const queue = createQueue({ log: log.log, newId })
  const sessions = createSessions({
    log: log.log,
    newId,
    deviceId: 'dev_00000001' as DeviceId,
    chatAgent: 'build',
    prepare: async ({ cwd }) => ({ snapshot: { version: 1, cwd, sections: [] }, personaHash: 'x' }),
  })
  const sampler: Sampler = {
    writerFor: () => ({
      info: TEST_MODEL,
      stream: (request, signal) => nextReply(options, requests, request, signal),
    }),
    countTokens: (text) => Math.ceil(text.length / 4),
    putBytes: async () => 'blob_picture1' as BlobId,
    readFile: async () => new Uint8Array([1]),
    store: (sessionId, events) => void log.log.publish(sessionId, [...events]),
  }
  const toolCalls: ToolCallDeps = {
    tools: options.tools ?? [],
    offered: () => options.tools ?? [],
    deferred: () => [],
    judge: (_session, tool, acts) => options.judge?.(tool, acts) ?? { verdict: 'allow', reason: '' },
    approvals,
    sample: (run, calling, asked, signal) =>
      sampleFor({ approvals, newId, clock: systemClock, sampler }, run, calling, asked, signal),
    hooks,
    contextFor: (run, callId) => ({
      sessionId: run.sessionId,
      runId: run.runId,
      agentId: 'build',
      callId,
      root: options.root ?? '/tmp',
      reads: { seen: () => null, note: () => {}, all: () => [] },
      standing: () => [],
      blobs: { putBytes: async () => newId('blob') },
      outputs: { keep: async () => ({ blob: newId('blob') }), find: async () => null },
      spend: () => {},
      progress: () => {},
      setPlan: () => {},
      acceptPlan: () => {},
      failStep: () => {},
      notes: { all: () => log.store.folds(run.sessionId).notes, set: () => {} },
      reach: () => ({ direct: [], deferred: [] }),
    }),
    clock: systemClock,
    newId,
    logger,
    limitMs: options.limitMs ?? 60_000,
    unwindMs: 100,
    nextTurn,
    hash: sha256,
    paths: options.paths ?? { meant: async () => null, near: async () => ({ near: [], hasFolder: false }) },
  }
  const turns =
    (prior: PriorAnswers): Work =>
    (run) =>
      runTurns(
        {
          log: log.log,
          pathOf: (of) => log.paths.of(of.sessionId, of.contextId),
          attachments: createAttachments({
            pathOf: (of) => log.paths.of(of.sessionId, of.contextId),
            isSent: () => false,
            textOf: async ({ name = '' }) => `text of ${name}`,
          }),
          model: {
            info: TEST_MODEL,
            stream: (request, signal) => nextReply(options, requests, request, signal),
          },
          makeRoom: options.makeRoom ?? (() => false),
          fallBack: async () => false,
          allowance: null,
          openUse: createOpenUse(),
          buildRequest: (of, pending) =>
            plainRequest(options.build?.(pathWith(log, of, pending)) ?? messagesOf(log, of, pending)),
          toolCalls,
          hooks,
          throughHooks: seesRequests(hooks) ? (of, request) => throughHooks(hooks, request, of.signal) : null,
          clock: systemClock,
          newId,
          inbox: { has: hooks.hasItems, take: hooks.take },
          maxTurns: options.maxTurns ?? 50,
          isAnswered: () => false,
          delay: schedule,
          breath: () => new Promise((resolve) => void setImmediate(resolve)),
          settled: async () => {},
        },
        run,
        prior,
      )
  const pathOf = (run: RunHandle) => log.paths.of(run.sessionId, run.contextId)
  const hooked = createHookedStart({ log: log.log, pathOf, hooksOf: async () => hooks })
  const edits = options.edits ?? NO_EDIT_CHECK
  const prolonged =
    (prior: PriorAnswers): Work =>
    async (run) => {
      await askToStart(hooks, run)
      do await turns(prior)(run)
      while (await isProlonged({ hooks, edits, maxTurns: options.maxTurns ?? 50 }, run, () => pathOf(run)))
    }
  const work = (prior: PriorAnswers): Work =>
    options.hooks === undefined ? turns(prior) : hooked(prolonged(prior))
  const follows = () => false
  const lane = createLane({ log: log.log, newId, sessions, queue, supervisor, work, logger, follows })
  const answers = createAnswers({
    log: log.log,
    approvals,
    supervisor,
    lane,
    pathOf: log.paths.of,
    asksOf: log.reader.asksOf,
    session: sessions.get,
    takeUpAgent: () => {},
    remember: () => () => {},
  })

  return {
    log,
    supervisor,
    sessions,
    queue,
    lane,
    answers,
    requests,
    noted,
    hooks,
    toolCalls,
    work,
    open: (): Promise<SessionId> =>
      sessions.create({
        projectId: 'prj_00000001' as ProjectId,
        cwd: '/tmp',
        model: TEST_MODEL.ref,
        permissionMode: 'ask',
        title: 'A test',
      }),
    say: (sessionId: SessionId, text: string) => lane.send(sessionId, [{ t: 'text', text }]),
    messages: (sessionId: SessionId): Message[] => {
      const contextId = sessions.get(sessionId).meta.activeContextId
      return contextId === null ? [] : messagesOf(log, { sessionId, contextId }, [])
    },
    /** Resolves when the session's folds satisfy the question; asked again after every event. */
    until: (sessionId: SessionId, question: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        if (question()) {
          resolve()
          return
        }
        const undo = log.bus.subscribe((of) => {
          if (of !== sessionId || !question()) return
          undo()
          resolve()
        })
      }),
  }
}

async function* nextReply(
  options: Options,
  requests: ModelRequest[],
  request: ModelRequest,
  signal: AbortSignal,
): AsyncIterable<ModelChunk> {
  requests.push(request)
  const reply = options.replies.shift()
  if (reply === undefined) throw new Error('The script has no more replies.')
  yield* reply(request, signal)
}

function messagesOf(
  log: ReturnType<typeof openTestLog>,
  { sessionId, contextId }: { sessionId: SessionId; contextId: ContextId },
  pending: readonly NewDurableEvent[],
): Message[] {
  return pathWith(log, { sessionId, contextId }, pending).flatMap((event) =>
    event.kind === 'message' ? [event.payload.message] : [],
  )
}

function pathWith(
  log: ReturnType<typeof openTestLog>,
  { sessionId, contextId }: { sessionId: SessionId; contextId: ContextId },
  pending: readonly NewDurableEvent[],
): readonly DurableEvent[] {
  const drafts = pending.map((event) => ({ contextId, ...event }))
  return log.paths.withPending(sessionId, contextId, drafts)
}

function plainRequest(messages: readonly Message[]): ModelRequest {
  return {
    sessionId: null,
    model: TEST_MODEL,
    system: '',
    messages,
    tools: [],
    reserveOutput: 1_000,
    readFile: async () => new Uint8Array(),
  }
}

const ANY_SCENE: HookScene = {
  sessionId: 'ses_00000001' as SessionId,
  runId: null,
  agentId: 'build',
  projectId: null,
  cwd: '/tmp',
}

function hooksOf(hooks: readonly InterceptHook[], note: (noted: Noted) => void) {
  if (hooks.length === 0) return NO_RUN_HOOKS
  return withItems(hooksIn({ clock: systemClock, note }, hooks, ANY_SCENE))
}
