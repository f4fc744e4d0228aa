import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import type { ContextBreakdown, TraceRow } from '#shared/context/trace.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { textOf } from '#shared/session/message-words.ts'
import { allSteps, type Steps } from '../../lib/steps.ts'
import type { ModelRequest, ToolSpec } from '../../models/model.ts'
import { cutPath } from '../branch/cut.ts'
import type { Entry, ItemEntry, Verdict } from '../branch/entry.ts'
import type { InjectionRegistry } from '../branch/injections.ts'
import { answerLimit, answerReserve, usableTokens } from '../budget/answer-room.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'
import type { ContextPolicy } from '../budget/policy.ts'
import { joinBlocks } from '../instructions/instructions.ts'
import { renderSystem, type SystemPrompt } from '../instructions/system.ts'
import { userMemoryMessage } from '../updates/user-memory.ts'
import { breakdownOf, type FixedLoad } from './breakdown.ts'
import { type Scale, scaleOf, scaleParts, scalesAlong, summarisedPart } from './calibration.ts'
import { withCallsThrough } from './called-through.ts'
import { convertEvents } from './convert.ts'
import { slideWindow, thinTurns } from './fit.ts'
import { dropExpired } from './lifetime.ts'
import { createResultCap, mostOfResult } from './long-results.ts'
import { measuring } from './measure.ts'
import { placeItems } from './place.ts'
import { findRelief, thresholdFor } from './pressure.ts'
import { repairMessages } from './repair.ts'
import { shrinkOutputs } from './shrink.ts'
import { dropSnipped } from './snip.ts'
import { withTakenPaths } from './taken-paths.ts'
import { madeIn, traceRequest, weightOf } from './trace.ts'

/** All that a request depends on. The same input makes the same request, today and in an audit. */
export type BuildInput = {
  /** From the root to the leaf, advancing events only. */
  readonly path: readonly DurableEvent[]
  readonly snapshot: InstructionSnapshot | null
  readonly persona: string
  /** Session notes as they stood when the context was created: lines of `key: value`. */
  readonly notes: string
  readonly currentRunId: RunId | null
  readonly policy: ContextPolicy
  readonly model: ModelInfo
  /** Whether its server demands the text of earlier reasoning back. Missing: it does not. */
  readonly returnsReasoning?: boolean
  readonly tools: readonly ToolSpec[]
  readonly registry: InjectionRegistry
  /** Kept by the caller from request to request: it remembers what it has counted. */
  readonly count: TokenCounter
  /** For a caller that caches the rendered instructions; without it they are rendered each time. */
  readonly render?: typeof renderSystem
}

export type BuiltRequest = {
  readonly request: Pick<ModelRequest, 'model' | 'system' | 'messages' | 'tools' | 'reserveOutput'>
  /** One row for every event of the path; empty when the policy wants none. */
  readonly trace: readonly TraceRow[]
  readonly breakdown: ContextBreakdown
  /** Tokens of what no event of the path stands behind. With the rows of a trace they are the whole request. */
  readonly fixed: FixedLoad & { readonly family: number; readonly made: number }
  /** Sizes in tokens, but for what says that it is estimated, as the server of the model counts. */
  readonly size: RequestSize
  /** The history is near the limit or over it: compact, then build again. */
  readonly needsCompaction: boolean
  /** Even after all relief the request is longer than the model takes: it cannot be sent. */
  readonly overflow: boolean
  /** The rules file truncated to fit the window; null for none. */
  readonly shortenedRules: string | null
  /** Sentences for the diagnostics of the session. */
  readonly warnings: readonly string[]
}

export type RequestSize = {
  /** The whole request. */
  readonly total: number
  /** The most it may have. */
  readonly usable: number
  /** Above it older messages are to become a summary. */
  readonly threshold: number
  /** The most that one result of a tool may have, estimated. */
  readonly result: number
  /** The whole request, estimated. */
  readonly estimate: number
  /** The factor applied to an estimate. */
  readonly factor: number
}

/** Turns a path of the log into a request. Pure: it reads no clock, keeps nothing and writes nothing. */
export function buildRequest(input: BuildInput): BuiltRequest {
  return allSteps(buildingRequest(input))
}

/**
 * Builds the same request in steps, each of which goes through the path about once. The path must not grow meanwhile, so
 * hand in a copy.
 */
export function* buildingRequest(input: BuildInput): Steps<BuiltRequest> {
  const { policy, model, count, path, tools, registry } = input
  const reserve = answerReserve(policy, model)
  const usable = usableTokens(policy, model)

  const prompt = (input.render ?? renderSystem)(input, count.text)
  const toolTokens = tools.reduce((sum, tool) => sum + count.tool(tool), 0)
  const remembered = userMemoryMessage(input.snapshot, { registry, usable, countText: count.text })
  const rememberedTokens = remembered === null ? 0 : count.message(remembered)
  const free = usable - count.text(prompt.text) - toolTokens - rememberedTokens
  const result = mostOfResult(free)
  yield
  const told = yield* telling(input, { usable, result })
  const system = withItems(prompt, told.systemItems)
  const systemTokens = count.text(system)
  const fixed = systemTokens + toolTokens + rememberedTokens

  yield
  const load = yield* measuring(told.entries, count)
  yield
  const scale = scaleOf(path, model.ref)
  const scales = scalesAlong(told.entries, scaleOf(summarisedPart(path), model.ref), model.ref)
  yield
  const relief = findRelief(told.entries, load, { usable, fixed, scales }, policy, count)
  yield
  const shrunk = shrinkOutputs(told.entries, relief.shrinkBefore, policy)
  const fitted = thinTurns(shrunk.entries, relief)
  yield
  const estimate = fixed + (yield* measuring(fitted.entries, count)).total
  const total = Math.round(estimate * scale.factor)
  const verdicts = [...told.verdicts, ...shrunk.verdicts, ...fitted.verdicts]
  const sent = { entries: fitted.entries, systemItems: told.systemItems }

  yield
  const memory = prompt.memoryTokens + rememberedTokens
  const rows = policy.trace ? traceRequest(path, sent, verdicts, count) : []
  // Items that stand in the system prompt have rows of their own.
  const ofInstructions =
    systemTokens - prompt.memoryTokens - prompt.familyTokens - weightOf(told.systemItems, count)
  const inRows = rows.map(({ tokens }) => tokens)
  const [instructions = 0, family = 0, inMemory = 0, inTools = 0, made = 0, ...ofRows] = scaleParts(
    [ofInstructions, prompt.familyTokens, memory, toolTokens, madeIn(fitted.entries, count), ...inRows],
    scale.factor,
  )
  const trace = rows.map((row, at) => ({ ...row, tokens: ofRows[at] ?? 0 }))
  yield
  return {
    request: {
      model,
      system,
      messages: [
        ...(remembered === null ? [] : [remembered]),
        ...fitted.entries.map((entry) => entry.message),
      ],
      tools,
      reserveOutput: answerLimit(path, model, { reserve, total }),
    },
    trace,
    breakdown: scaledBreakdown(
      breakdownOf(
        fitted.entries,
        { instructions: systemTokens - prompt.memoryTokens, memory, tools: toolTokens },
        model.contextWindow,
        count,
      ),
      scale,
    ),
    fixed: { instructions, family, memory: inMemory, tools: inTools, made },
    size: {
      total,
      usable,
      result,
      estimate,
      threshold: thresholdFor(policy, scale) * usable,
      factor: scale.factor,
    },
    needsCompaction: relief.strained || total > usable,
    overflow: total > usable,
    shortenedRules: prompt.shortened ?? told.shortenedRules ?? truncatedRules(input.snapshot),
    warnings: [...told.warnings, ...prompt.leftOut.map((name) => `Left out of the instructions: ${name}.`)],
  }
}

/** A rules file of which only the beginning was read; null where all were read whole. */
function truncatedRules(snapshot: InstructionSnapshot | null): string | null {
  const sources = snapshot?.sections.flatMap((section) => section.sources ?? []) ?? []
  return sources.find(({ truncated }) => truncated === true)?.path ?? null
}

/** The columns as the server counts. They still add up to the whole request. */
function scaledBreakdown(columns: ContextBreakdown, { factor }: Scale): ContextBreakdown {
  const { instructions, memory, messages, toolOutput, attachments, window } = columns
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = scaleParts(
    [instructions, memory, messages, toolOutput, attachments],
    factor,
  )
  return { instructions: one, memory: two, messages: three, toolOutput: four, attachments: five, window }
}

/** The full model input before anything is reduced. */
type Told = {
  readonly entries: readonly Entry[]
  readonly systemItems: readonly ItemEntry[]
  readonly verdicts: readonly Verdict[]
  readonly warnings: readonly string[]
  readonly shortenedRules: string | null
}

function* telling(
  { path, currentRunId, registry, policy, model, count, returnsReasoning = false }: BuildInput,
  { usable, result }: { readonly usable: number; readonly result: number },
): Steps<Told> {
  const cut = cutPath(path)
  const current = dropExpired(cut.events, currentRunId, registry)
  yield
  const converted = convertEvents(current.events, {
    registry,
    policy,
    count,
    usableTokens: usable,
    capResult: createResultCap(result, count),
  })
  yield
  const snipped = dropSnipped(withCallsThrough(withTakenPaths(converted.entries)), path)
  yield
  const placed = placeItems(snipped.entries)
  yield
  const repaired = repairMessages(placed.entries, {
    provider: model.provider,
    api: model.api,
    model: model.ref,
    returnsText: returnsReasoning,
  })
  yield
  const windowed = slideWindow(repaired.entries, policy.window)
  return {
    entries: windowed.entries,
    systemItems: placed.systemItems,
    verdicts: [cut, current, converted, snipped, repaired, windowed].flatMap((stage) => stage.verdicts),
    warnings: converted.warnings,
    shortenedRules: converted.shortenedRules,
  }
}

function withItems(prompt: SystemPrompt, items: readonly ItemEntry[]): string {
  if (items.length === 0) return prompt.text
  return joinBlocks([prompt.text, ...items.map((item) => textOf(item.message))])
}
