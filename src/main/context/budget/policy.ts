import { z } from 'zod'
import type { ContextProfile } from '#shared/config/context-table.ts'

const Fraction = z.number().gt(0).lte(1)
const Tokens = z.number().int().positive()

/** The truncation of an item that exceeds its share. */
export const CutStrategy = z.enum(['head', 'tail', 'middle', 'drop'])
export type CutStrategy = z.infer<typeof CutStrategy>

/** The rules for building a request. Plain data, so that it can be merged, shown and audited. */
export const ContextPolicy = z.strictObject({
  profileId: z.string().min(1),
  /** The most tokens a request may take, when that should be less than the model's window. */
  maxInputTokens: z.exactOptional(Tokens),
  /** Tokens kept free for the answer. */
  reserveOutput: Tokens,
  /** The part of the usable window above which old tool output is shrunk and then a compaction asked for. */
  compactAt: Fraction,
  /** The same once the server has counted a request of the branch, so that little is left to estimates. */
  compactAtMeasured: Fraction,
  /** The part of the model's window the system prompt may take. */
  systemFraction: Fraction,
  /** Kinds of items that survive thinning, besides those whose descriptor says so. */
  alwaysKeepKinds: z.array(z.string()),
  /** Per kind of item: its share of the usable window, and how it is cut. Wins over the descriptor. */
  truncation: z.array(
    z.strictObject({ kind: z.string(), maxBudgetFraction: Fraction, strategy: CutStrategy }),
  ),
  /** `sliding` keeps the last `maxTurns` messages of the person with all that followed them. */
  window: z.exactOptional(
    z.strictObject({ strategy: z.enum(['full', 'sliding']), maxTurns: z.exactOptional(Tokens) }),
  ),
  /** Outputs longer than `maxChars` that are older than `keepLastTurns` answers may be shrunk. */
  toolOutput: z.strictObject({ keepLastTurns: z.number().int().nonnegative(), maxChars: Tokens }),
  trace: z.boolean(),
})
export type ContextPolicy = z.infer<typeof ContextPolicy>

/** A partial policy of one layer: model, config or agent. */
export const ContextPolicyLayer = z.strictObject({
  ...ContextPolicy.partial().shape,
  toolOutput: ContextPolicy.shape.toolOutput.partial().optional(),
})
export type ContextPolicyLayer = z.infer<typeof ContextPolicyLayer>

export const DEFAULT_POLICY: ContextPolicy = {
  profileId: 'default',
  reserveOutput: 16_000,
  compactAt: 0.8,
  compactAtMeasured: 0.9,
  systemFraction: 0.15,
  alwaysKeepKinds: [],
  truncation: [],
  toolOutput: { keepLastTurns: 3, maxChars: 2_000 },
  trace: true,
}

/** Later layers win. Objects merge key by key, arrays and single values replace. */
export function mergePolicies(base: ContextPolicy, ...layers: readonly ContextPolicyLayer[]): ContextPolicy {
  const merged = layers.reduce<Readonly<Record<string, unknown>>>(mergeObjects, base)
  return ContextPolicy.parse(merged)
}

/** Context settings that are merged from all layers, and those for memories from `[memory]`. */
export type ContextSettings = ContextProfile & {
  /** The share that memories brought to one question may take. */
  readonly recallFraction?: number
}

/** Returns the settings as a policy layer. */
export function policyFromConfig(config: ContextSettings): ContextPolicyLayer {
  // Whether to compact is decided where runs are made; how full a request may get is decided here.
  const {
    toolOutputMaxChars,
    toolOutputKeepTurns,
    recallFraction,
    truncation = [],
    autoCompact: _,
    ...rest
  } = config
  // The first rule of a kind counts, so that one of the settings wins over the share of memories.
  const rules = [...truncation, ...(recallFraction === undefined ? [] : [recallRule(recallFraction)])]
  return {
    ...rest,
    ...(rest.compactAt === undefined ? {} : { compactAtMeasured: rest.compactAt }),
    ...(rules.length === 0 ? {} : { truncation: rules }),
    toolOutput: {
      ...(toolOutputMaxChars === undefined ? {} : { maxChars: toolOutputMaxChars }),
      ...(toolOutputKeepTurns === undefined ? {} : { keepLastTurns: toolOutputKeepTurns }),
    },
  }
}

const recallRule = (maxBudgetFraction: number) =>
  ({ kind: 'memory-recall', maxBudgetFraction, strategy: 'head' }) as const

type Tree = Readonly<Record<string, unknown>>

function mergeObjects(base: Tree, layer: Tree): Tree {
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(layer)) {
    if (value === undefined) continue
    const before = merged[key]
    merged[key] = isTree(before) && isTree(value) ? mergeObjects(before, value) : value
  }
  return merged
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
