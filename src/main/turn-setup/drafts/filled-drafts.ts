import type { Drafted } from '#shared/agent/agent-proposal.ts'
import { AppError } from '#shared/errors.ts'
import type { AgentId, ProjectId, SessionId } from '#shared/ids.ts'
import { parseJsonOrNull } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage, NO_USAGE } from '#shared/session/usage.ts'
import { wrapInTag } from '../../context/branch/envelope.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SideRequest } from '../../log/model-requests.ts'
import type { ToolSpec } from '../../models/model.ts'
import { type OneResult, requestOnce, type Writer } from '../../runs/turns/request-once.ts'

const RESERVE_OUTPUT = 8_000
const LIMIT_MS = 180_000
/** Requests of one draft: the second says what was wrong with the first answer. */
const MOST_TRIES = 2

export type FilledDraftDeps = {
  /** Returns the model and the persona of a hidden agent. Throws a sentence when no model can draft. */
  readonly writerFor: (agent: AgentId, projectId: ProjectId | null) => Promise<Writer>
  /** Stores the cost of a request. */
  readonly record: (request: SideRequest) => void
  /** Returns a session of the project, so that the limits of the project hold; null where it has none. */
  readonly payerOf: (projectId: ProjectId) => SessionId | null
  readonly redact: (text: string) => string
  readonly newId: () => string
  readonly clock: Clock
}

/** A draft in the form of a tool's arguments. */
export type FilledWish<T> = {
  readonly agent: AgentId
  readonly projectId: ProjectId | null
  /** Each section is data, in a tag that it cannot close. */
  readonly sections: readonly (readonly [tag: string, text: string])[]
  /** The request behind the sections. */
  readonly ask: string
  readonly tool: ToolSpec
  /** Reads the arguments. The model reads `why` and may answer once more. */
  readonly read: (
    args: unknown,
  ) => { readonly ok: true; readonly draft: T } | { readonly ok: false; readonly why: string }
}

/** Has a model fill in something that the person reviews. One draft of an agent and project runs at a time. */
export function createFilledDrafts(deps: FilledDraftDeps) {
  const running = new Map<string, AbortController>()
  const keyOf = ({ agent, projectId }: Pick<FilledWish<unknown>, 'agent' | 'projectId'>) =>
    `${agent} ${projectId}`
  const stop = (of: Pick<FilledWish<unknown>, 'agent' | 'projectId'>): void =>
    running.get(keyOf(of))?.abort(AppError.saying('cancelled', say('changes.draftStopped')))
  return {
    fill: async <T>(wish: FilledWish<T>, signal: AbortSignal): Promise<Drafted<T>> => {
      stop(wish)
      const own = new AbortController()
      running.set(keyOf(wish), own)
      try {
        return await fill(deps, wish, AbortSignal.any([signal, own.signal]))
      } finally {
        if (running.get(keyOf(wish)) === own) running.delete(keyOf(wish))
      }
    },
    stop,
  }
}

export type FilledDrafts = ReturnType<typeof createFilledDrafts>

async function fill<T>(deps: FilledDraftDeps, wish: FilledWish<T>, signal: AbortSignal): Promise<Drafted<T>> {
  const writer = await deps.writerFor(wish.agent, wish.projectId)
  signal.throwIfAborted()
  let usage = NO_USAGE
  let misfit = ''
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const asked = await askFor(deps, wish, { writer, misfit }, signal)
    usage = addUsage(usage, asked.usage)
    signal.throwIfAborted()
    if (asked.text === null) throw asked.error
    const read = wish.read(argumentsOf(asked.text))
    if (read.ok) return { draft: read.draft, model: writer.info.label, usd: dollarsOf(usage) }
    misfit = read.why
  }
  throw AppError.saying('llm.stream', say('draft.misfit', { model: writer.info.label }))
}

async function askFor(
  deps: FilledDraftDeps,
  { agent, projectId, sections, ask, tool }: FilledWish<unknown>,
  { writer, misfit }: { readonly writer: Writer; readonly misfit: string },
  signal: AbortSignal,
): Promise<OneResult> {
  const parts = sections.filter(([, text]) => text !== '')
  const wrong = misfit === '' ? [] : [wrapInTag('what-was-wrong-with-your-last-answer', misfit)]
  const tagged = parts.map(([tag, text]) => wrapInTag(tag, deps.redact(text)))
  const asked = await requestOnce(
    {
      writer,
      tool,
      clock: deps.clock,
      reserveOutput: RESERVE_OUTPUT,
      limitMs: LIMIT_MS,
      prompt: [...tagged, ...wrong, ask].join('\n\n'),
      sessionId: projectId === null ? null : deps.payerOf(projectId),
      tooSlow: say('changes.draftTooSlow', { model: writer.info.label }),
    },
    signal,
  )
  if (asked.usage.input + asked.usage.output > 0)
    deps.record({
      id: deps.newId(),
      at: deps.clock.now(),
      projectId,
      agent,
      model: writer.info.ref,
      failed: asked.text === null,
      usage: asked.usage,
    })
  return asked
}

/** Returns the JSON of an answer, also of one in a code fence; null for none. */
function argumentsOf(text: string): unknown {
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(text)
  return parseJsonOrNull(fenced?.[1] ?? text)
}

function dollarsOf({ cost }: Usage): number | null {
  if (cost === undefined) return null
  return (cost.billed ?? 0) + (cost.estimated ?? 0)
}
