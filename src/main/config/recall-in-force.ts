import {
  RECALL_DEFAULTS,
  type RecallChanges,
  type RecallInForce,
  type SettledBy,
} from '#shared/memory/recall-settings.ts'

/**
 * Returns the effective recall settings with their sources. The project overrides the person, but cannot
 * enable recall that the person disabled.
 */
export function recallInForce(
  user: RecallChanges | undefined,
  project: RecallChanges | undefined,
): RecallInForce {
  const isOff = user?.recall === false
  const theirs = isOff ? { ...project, recall: undefined } : project
  const by = (key: keyof RecallChanges): SettledBy =>
    theirs?.[key] !== undefined ? 'project' : user?.[key] !== undefined ? 'user' : 'builtin'
  return {
    values: {
      recall: theirs?.recall ?? user?.recall ?? RECALL_DEFAULTS.recall,
      minScore: theirs?.minScore ?? user?.minScore ?? RECALL_DEFAULTS.minScore,
      maxBudgetFraction:
        theirs?.maxBudgetFraction ?? user?.maxBudgetFraction ?? RECALL_DEFAULTS.maxBudgetFraction,
    },
    from: { recall: by('recall'), minScore: by('minScore'), maxBudgetFraction: by('maxBudgetFraction') },
  }
}
