import type { InstructionSnapshot, SectionKind } from '#shared/context/instructions.ts'
import { AppError } from '#shared/errors.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import type { CountText } from '../budget/count-tokens.ts'
import type { ContextPolicy } from '../budget/policy.ts'
import { hasTinyWindow } from '../budget/small-window.ts'
import { familyPart } from './family-parts.ts'
import { BASELINE, BRIEF_BASELINE, joinBlocks, renderNotes } from './instructions.ts'
import { pathOfRules, shortenRules, splitRules } from './rules-block.ts'

export type SystemInput = {
  readonly snapshot: InstructionSnapshot | null
  readonly persona: string
  /** Session notes as they stood when the context was created. */
  readonly notes: string
  readonly policy: Pick<ContextPolicy, 'systemFraction'>
  readonly model: Pick<ModelInfo, 'id' | 'contextWindow' | 'label'>
  /** The tools of the request. Without the one that loads skills none are listed; missing: it is there. */
  readonly tools?: readonly { readonly name: string }[]
}

export type SystemPrompt = {
  readonly text: string
  /** Tokens of the notes in the text, without the person's memory. */
  readonly memoryTokens: number
  /** Tokens of the part that the family of the model brings. */
  readonly familyTokens: number
  /** Names of the blocks that were left out to stay in the budget. */
  readonly leftOut: readonly string[]
  /** The truncated rules file; null for none. */
  readonly shortened: string | null
}

/** Blocks of one prompt. A block with a `cut` may be left out; lower numbers go first. */
type Block = {
  readonly name: string
  readonly text: string
  readonly cut: number | null
  readonly memory?: true
}

// Rules stand between: the farthest file goes at 2, nearer ones at 2.x, and the nearest never.
const CUT = { family: -1, skills: 0, workspace: 1, rules: 2, notes: 3, environment: 4, time: 5 } as const

/**
 * Renders the system prompt inside its share of the window: the baseline, the persona and the nearest rules
 * always stay, the rest gives way in a fixed order. Then the nearest rules are shortened. Throws `config.invalid` when
 * even that does not help.
 */
export function renderSystem(input: SystemInput, countText: CountText): SystemPrompt {
  const budget = Math.floor(input.policy.systemFraction * input.model.contextWindow)
  const blocks = blocksOf(input)
  const sizes = new Map(blocks.map((block) => [block, countText(block.text)]))
  const sizeOf = (block: Block) => sizes.get(block) ?? 0
  let total = blocks.reduce((sum, block) => sum + sizeOf(block), 0)

  const leftOut = new Set<Block>()
  const cuttable = blocks
    .flatMap((block) => (block.cut === null ? [] : [{ block, cut: block.cut }]))
    .sort((left, right) => left.cut - right.cut)
  for (const { block } of cuttable) {
    if (total <= budget) break
    leftOut.add(block)
    total -= sizeOf(block)
  }
  const kept = blocks.filter((block) => !leftOut.has(block))
  const long = total <= budget ? undefined : kept.find(({ name }) => name === NEAREST)
  const short =
    long === undefined ? null : shortenRules(long.text, budget - (total - sizeOf(long)), countText)
  if (total > budget && short === null) throw tooLong(input, blocks, sizeOf, budget)
  return {
    text: joinBlocks(kept.map((block) => (block === long ? (short ?? '') : block.text))),
    shortened: long === undefined ? null : pathOfRules(long.text),
    memoryTokens: kept.reduce((sum, block) => sum + (block.memory ? sizeOf(block) : 0), 0),
    familyTokens: kept.reduce((sum, block) => sum + (block.name === 'family' ? sizeOf(block) : 0), 0),
    leftOut: [...leftOut].map((block) => block.name),
  }
}

function blocksOf(input: SystemInput): Block[] {
  const { snapshot, persona, notes, model } = input
  const text = (kind: SectionKind) =>
    joinBlocks((snapshot?.sections ?? []).filter((one) => one.kind === kind).map((one) => one.renderedBlock))
  const whole = text('baseline') || BASELINE
  const baseline = hasTinyWindow(model) && BRIEF_BASELINE.length < whole.length ? BRIEF_BASELINE : whole
  const blocks: Block[] = [
    { name: 'baseline', text: baseline, cut: null },
    { name: 'persona', text: persona.trim(), cut: null },
    { name: 'family', text: hasTinyWindow(model) ? '' : familyPart(model), cut: CUT.family },
    ...rulesBlocks(text('rules')),
    { name: 'workspace', text: text('workspace'), cut: CUT.workspace },
    { name: 'environment', text: text('environment'), cut: CUT.environment },
    { name: 'skills', text: loadsSkills(input) ? text('skills') : '', cut: CUT.skills },
    { name: 'notes', text: renderNotes(notes), cut: CUT.notes, memory: true },
    // Last, because it differs from day to day.
    { name: 'time', text: text('time'), cut: CUT.time },
  ]
  return blocks.filter((block) => block.text !== '')
}

/** The tool that loads skills. */
const SKILL_TOOL = 'skill'

/** Whether the model has the tool that loads skills. */
export function loadsSkills({ tools }: Pick<SystemInput, 'tools'>): boolean {
  return tools?.some(({ name }) => name === SKILL_TOOL) ?? true
}

/** The block of the nearest rules file. */
const NEAREST = 'rules'

function rulesBlocks(rules: string): Block[] {
  const files = splitRules(rules)
  return files.map((text, index) => {
    const nearest = index === files.length - 1
    return {
      name: nearest ? NEAREST : 'far rules',
      text,
      cut: nearest ? null : CUT.rules + index / files.length,
    }
  })
}

function tooLong(
  { model }: SystemInput,
  blocks: readonly Block[],
  sizeOf: (block: Block) => number,
  budget: number,
): AppError {
  const sizes = blocks
    .filter((block) => block.cut === null)
    .map((block) => `${block.name} ${sizeOf(block)}`)
    .join(', ')
  return AppError.saying(
    'config.invalid',
    say('context.instructionsTooLong', { model: model.label, sizes, allowed: String(budget) }),
  )
}
