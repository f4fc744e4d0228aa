import {
  RECALL_DEFAULTS,
  type RecallChanges,
  type RecallInForce,
  type SettledBy,
} from '#shared/memory/recall-settings.ts'

/**
 * What is in force about memories that come to mind, and who settled it: the project's word counts for more than the
 * person's, but what the person has switched off no folder switches on.
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
