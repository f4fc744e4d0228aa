import type { ContextProfile } from '#shared/config/context-table.ts'

type Cut = NonNullable<ContextProfile['truncation']>[number]
type NoteChoices = Pick<ContextProfile, 'alwaysKeepKinds' | 'truncation'>

/** The parts of a note that is too long which can stay. */
export const CUT_STRATEGIES = ['head', 'tail', 'middle', 'drop'] as const

/** The rule for notes of one kind. `cut` is null where a note stays whole. */
export type NoteRule = {
  readonly kind: string
  readonly keeps: boolean
  readonly cut: Pick<Cut, 'maxBudgetFraction' | 'strategy'> | null
}

/** Returns the rules of notes, a row for each kind that one names. */
export function rulesOf({ alwaysKeepKinds = [], truncation = [] }: NoteChoices): readonly NoteRule[] {
  const kinds = [...new Set([...alwaysKeepKinds, ...truncation.map(({ kind }) => kind)])]
  return kinds.map((kind) => {
    const cut = truncation.find((each) => each.kind === kind)
    return {
      kind,
      keeps: alwaysKeepKinds.includes(kind),
      cut: cut === undefined ? null : { maxBudgetFraction: cut.maxBudgetFraction, strategy: cut.strategy },
    }
  })
}

/** Returns the choices with these rules of notes. */
export function withRules<T extends NoteChoices>(choices: T, rules: readonly NoteRule[]): T {
  const { alwaysKeepKinds: _kinds, truncation: _truncation, ...rest } = choices
  const kept = rules.filter(({ keeps }) => keeps).map(({ kind }) => kind)
  const cuts = rules.flatMap(({ kind, cut }) => (cut === null ? [] : [{ kind, ...cut }]))
  return {
    ...rest,
    ...(kept.length === 0 ? {} : { alwaysKeepKinds: kept }),
    ...(cuts.length === 0 ? {} : { truncation: cuts }),
  } as T
}

/** Returns the table with a key set, or without it for null. */
export function withChoice<T extends object, K extends keyof T>(table: T, key: K, value: T[K] | null): T {
  const { [key]: _, ...rest } = table
  return (value === null ? rest : { ...rest, [key]: value }) as T
}
