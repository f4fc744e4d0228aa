import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { ContextId, ModelRef, RunId, SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { demandsReasoning } from '#shared/model/provider-replay.ts'
import { rememberLast } from '#shared/remember-last.ts'
import { delegatesTold } from '../../agents/definitions/delegation.ts'
import { toolsInWindow } from '../../agents/definitions/window-tools.ts'
import { AGENT_TOOL } from '../../agents/tools/agent-tool.ts'
import type { Storage } from '../../app/storage/open-storage.ts'
import type { InjectionRegistry } from '../../context/branch/injections.ts'
import { noteLines } from '../../context/branch/notes.ts'
import { createTokenCounter } from '../../context/budget/count-tokens.ts'
import type { ContextSettings } from '../../context/budget/policy.ts'
import { policyFor } from '../../context/budget/policy-for.ts'
import { hasTinyWindow } from '../../context/budget/small-window.ts'
import { createPromptCache } from '../../context/instructions/prompt-cache.ts'
import type { renderSystem, SystemPrompt } from '../../context/instructions/system.ts'
import {
  type BuildInput,
  type BuiltRequest,
  buildingRequest,
  buildRequest,
} from '../../context/request/build-request.ts'
import { stepsInTurns } from '../../lib/steps.ts'
import type { ToolSpec } from '../../models/model.ts'
import { hasBrief, modelDescription } from '../../tools/model-description.ts'
import { briefSchema, modelSchema } from '../../tools/model-schema.ts'
import type { ToldTool, Tool } from '../../tools/tool.ts'
import type { AnswerStyle } from '../settings/answer-style.ts'
import { withLateTools } from '../tool-search/late-tools.ts'
import { createToolLists, searchesTools, type ToolList, withoutSearch } from '../tool-search/tool-lists.ts'
import type { ToolsThatFind } from '../tools-that-find.ts'
import { createBranchWarmUp } from './branch-warm-up.ts'

type Deps = {
  readonly storage: Pick<Storage, 'paths' | 'instructions' | 'store'>
  readonly registry: InjectionRegistry
  /** Returns a filter for tools that are useless in this session now. Called for each request. */
  readonly offerTo: (sessionId: SessionId) => (tool: string) => boolean
  /** Returns the tool description for this request: the same object while it is unchanged. */
  readonly toldAs: (tool: Tool) => ToldTool
  /** Whether the server of a model demands the text of earlier reasoning back. */
  readonly returnsReasoning: (ref: ModelRef) => boolean
  /** Resolves in a later turn of the event loop. */
  readonly nextTurn: () => Promise<void>
  /** Those of the tools that have something to find. */
  readonly findingIn: ToolsThatFind
  /** The setting `search` of `[tools]`. */
  readonly search: () => string | undefined
}

/** For which branch and which model a request is built. */
export type RequestScene = {
  readonly sessionId: SessionId
  readonly contextId: ContextId
  /** Null when nothing runs and the request is only measured. */
  readonly runId: RunId | null
  readonly model: ModelInfo
  /** Called for each request, because a run may unlock further tools. */
  readonly tools: () => readonly ToolSpec[]
  /** Returns the persona in the system prompt for a branch. */
  readonly persona: (path: readonly DurableEvent[]) => string
  /** The answer style; only for inspected requests. */
  readonly style?: AnswerStyle
  /** The context settings of the person and the project. */
  readonly settings: ContextSettings
}

/**
 * The input of a request. The path may have grown since: the request held its first `length` events, of which
 * the first `stored` were in the log.
 */
export type RequestOrigin = { readonly input: BuildInput; readonly length: number; readonly stored: number }

export type OriginalRequest = BuiltRequest & { readonly origin: RequestOrigin }

/** To whom tools are offered. */
type Offering = {
  readonly definition: Pick<AgentDefinition, 'id' | 'tools'>
  readonly delegates: readonly AgentDefinition[]
  readonly model: ModelInfo
  /** Tools the agent has whatever its definition names. They come last. */
  readonly always?: readonly Tool[]
  /** Whether the tool list is kept for the session; missing: it is only measured. */
  readonly keeps?: boolean
}

/** Builds the request for a branch as it stands, or as it will when `pending` is stored. */
export type Requests = (pending?: readonly NewDurableEvent[]) => OriginalRequest

/** Builds requests at once, or the one of the branch as it stands with turns of the event loop in between. */
export type RequestsOfBranch = Requests & {
  readonly isLong: () => boolean
  /** The request of the branch as it stood when this was called. */
  readonly inTurns: (signal?: AbortSignal) => Promise<OriginalRequest>
}

/** Events of a branch whose request takes longer than a frame to build. */
const LONG_BRANCH = 2_000

/** Builds requests for branches of the log. */
export function createRequestBuilder({
  storage,
  registry,
  offerTo,
  toldAs,
  findingIn,
  search,
  ...deps
}: Deps) {
  const count = createTokenCounter()
  const policyOf = rememberLast(policyFor)
  const toldOf = rememberLast(delegatesTold)
  const specs = new WeakMap<ToldTool, Map<string, ToolSpec>>()
  const rendered = createPromptCache()
  const lists = createToolLists({
    search,
    sessionOf: (id) => storage.store.folds(id).session,
    hasJobs: (id) => storage.store.folds(id).jobs.length > 0,
  })

  const specIn = ({ isBrief, told }: { isBrief: boolean; told: string }, tool: ToldTool): ToolSpec => {
    const more = tool.name === AGENT_TOOL ? told : ''
    const key = isBrief ? `brief ${more}` : more
    const known = specs.get(tool) ?? new Map<string, ToolSpec>()
    specs.set(tool, known)
    const spec = known.get(key) ?? specOf(tool, { isBrief, more })
    known.set(key, spec)
    return spec
  }

  /** Grows with every renewal of a session's instructions, so that runs that are going on hear of it. */
  const renewals = new Map<SessionId, number>()

  /** Collects the request input for any path. Fixed per scene, and again when instructions are refreshed. */
  const inputFor = ({ sessionId, contextId, runId, model, tools, persona, settings }: RequestScene) => {
    const policy = policyOf(model, settings)
    const settle = () => {
      const snapshot = storage.instructions.of(sessionId)?.payload.snapshot ?? null
      const notes = noteLines(storage.store.folds(sessionId).contexts[contextId]?.notes ?? [])
      let kept: { readonly persona: string; readonly prompt: SystemPrompt } | null = null
      const render: typeof renderSystem = (input, countText) => {
        if (kept?.persona !== input.persona) {
          kept = { persona: input.persona, prompt: rendered(input, countText) }
        }
        return kept.prompt
      }
      return { of: renewals.get(sessionId), parts: { render, snapshot, notes } }
    }
    let settled = settle()
    return (path: readonly DurableEvent[]): BuildInput => {
      if (settled.of !== renewals.get(sessionId)) settled = settle()
      const { render, snapshot, notes } = settled.parts
      const fixed = { policy, model, registry, count, persona: persona(path), render, snapshot, notes }
      const returnsReasoning = demandsReasoning(model) || deps.returnsReasoning(model.ref)
      return { ...fixed, tools: tools(), path, currentRunId: runId, returnsReasoning }
    }
  }

  return {
    /** Remembers what it has counted, for everybody who counts what requests are made of. */
    count,
    ready: createBranchWarmUp({ paths: storage.paths, count, nextTurn: deps.nextTurn }),
    /**
     * Returns the tools for an agent with a model. Fixed per run, because a changed list would invalidate the
     * provider's prompt cache.
     */
    offer: (
      sessionId: SessionId,
      tools: readonly Tool[],
      { definition, model }: { definition: Pick<AgentDefinition, 'tools'>; model: ModelInfo },
    ): readonly Tool[] => toolsInWindow(definition, findingIn(sessionId, tools), model),
    /**
     * Tools as the model of an agent sees them. Each is made and counted once: it is the same in every request of
     * every run. That which gives work to others names those there are. Where tools are not searched, tools for big jobs,
     * started agents and background programs come last, so that the list before them stays as it was when they appear.
     */
    specsFor: (
      { sessionId, contextId }: Pick<RequestScene, 'sessionId' | 'contextId'>,
      tools: readonly Tool[],
      { definition, delegates, model, always = [], keeps = false }: Offering,
    ): ToolList => {
      const isOffered = offerTo(sessionId)
      const path = storage.paths.recent(sessionId, contextId)
      const scene = { isBrief: hasTinyWindow(model), told: toldOf(delegates) }
      const specOfTool = (tool: Tool) => specIn(scene, toldAs(tool))
      const further = always.filter(({ name }) => isOffered(name)).map(specOfTool)
      if (searchesTools(search(), tools, model)) {
        const listing = { sessionId, path, definition, model, isOffered, keeps }
        const list = lists.of(tools, { ...listing, specOf: specOfTool, tokensOf: count.tool })
        return { ...list, specs: [...list.specs, ...further] }
      }
      const hasJobs = storage.store.folds(sessionId).jobs.length > 0
      const now = withLateTools(withoutSearch(tools), { definition, path, hasJobs })
      const specs = now.filter(({ name }) => isOffered(name)).map(specOfTool)
      return { specs: [...specs, ...further], deferred: [], announced: [], inline: [], callable: new Set() }
    },
    /** The newest instructions count from the next request on, also in a run that is going on. */
    renewed: (sessionId: SessionId): void => {
      renewals.set(sessionId, (renewals.get(sessionId) ?? 0) + 1)
    },
    /** The policy and the instructions are settled once for a scene. */
    for: (scene: RequestScene): RequestsOfBranch => {
      const build = inputFor(scene)
      const pathNow = () => storage.paths.recent(scene.sessionId, scene.contextId)
      const inTurns = async (signal?: AbortSignal) => {
        // A copy: the branch may grow meanwhile.
        const path = pathNow().slice()
        const input = build(path)
        const built = await stepsInTurns(buildingRequest(input), deps.nextTurn, signal)
        return { ...built, origin: { input, length: path.length, stored: path.length } }
      }
      const atOnce: Requests = (pending = []) => {
        const path = storage.paths.withPending(scene.sessionId, scene.contextId, pending)
        const { length } = path
        const stored = length - pending.filter(({ kind }) => GOVERNANCE[kind].leaf === 'advance').length
        const input = build(path)
        return { ...buildRequest(input), origin: { input, length, stored } }
      }
      return Object.assign(atOnce, { inTurns, isLong: () => pathNow().length > LONG_BRANCH })
    },
    inputFor,
  }
}

export type RequestBuilder = ReturnType<typeof createRequestBuilder>

function specOf(
  { name, description, schema, toldSchema: given }: ToldTool,
  { isBrief, more }: { readonly isBrief: boolean; readonly more: string },
): ToolSpec {
  const told = modelDescription(description, isBrief).trimEnd()
  const isShort = isBrief && hasBrief(description)
  return {
    name,
    description: `${told}${more}`,
    schema: isShort ? briefSchema(schema, told) : (given ?? modelSchema(schema)),
  }
}
