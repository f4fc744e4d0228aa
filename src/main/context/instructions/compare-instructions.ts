import type { InstructionSnapshot, InstructionSource, SectionKind } from '#shared/context/instructions.ts'
import { splitRules, wordsOfRules } from './rules-block.ts'

/** A rules file in the frozen and in the current instructions; null where missing. */
export type FilePair = {
  readonly path: string
  readonly scope: 'global_user' | 'project'
  readonly told: RulesWords | null
  readonly now: RulesWords | null
}

type RulesWords = { readonly text: string; readonly truncated: boolean }

/** Every file of either side: those that were told in their order, then those that are new. */
export function pairFiles(told: InstructionSnapshot, now: InstructionSnapshot): readonly FilePair[] {
  const [before, after] = [filesOf(told), filesOf(now)]
  const fresh = [...after].filter(([path]) => !before.has(path))
  return [...before, ...fresh].map(([path, { scope }]) => ({
    path,
    scope,
    told: before.get(path) ?? null,
    now: after.get(path) ?? null,
  }))
}

/** Returns the text of a section kind, as sent to the model. */
export function wordsOf({ sections }: InstructionSnapshot, kind: SectionKind): string {
  return sections.flatMap((each) => (each.kind === kind ? [each.renderedBlock] : [])).join('\n\n')
}

/** Returns the refreshed instructions. The start time and the app's own texts are kept. */
export function refreshed(told: InstructionSnapshot, now: InstructionSnapshot): InstructionSnapshot {
  const kept = told.sections.filter(({ kind }) => kind === 'time')
  const sections = now.sections.map((section) => kept.find(({ kind }) => kind === section.kind) ?? section)
  return { ...now, sections }
}

type RulesFile = RulesWords & Pick<FilePair, 'scope'>

function filesOf(snapshot: InstructionSnapshot): ReadonlyMap<string, RulesFile> {
  const rules = snapshot.sections.filter(({ kind }) => kind === 'rules')
  return new Map(
    rules.flatMap(({ renderedBlock, sources = [] }) => {
      const blocks = splitRules(renderedBlock)
      return sources.flatMap((source, index) => fileOf(source, blocks[index]))
    }),
  )
}

function fileOf(source: InstructionSource, block: string | undefined): (readonly [string, RulesFile])[] {
  if (source.path === undefined || block === undefined) return []
  const { scope = 'project', truncated = false } = source
  return [[source.path, { scope, truncated, text: wordsOfRules(block) }]]
}
