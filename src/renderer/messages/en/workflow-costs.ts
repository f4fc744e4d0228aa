import type { Catalogue } from '../message.ts'

/** What a run has used, what bounds it, and the tries of its agents. */
export const workflowCosts = {
  'workflows.takenOver': 'took over {tokens} output tokens',
  'workflows.lost': '{tokens} output tokens lost',
  'workflows.budget': 'Budget',
  'workflows.budget.unpriced': 'no price known',
  'workflows.budget.spent': 'spent',
  'workflows.budget.reserved': 'about {tokens} reserved',
  'workflows.budget.left': '{tokens} left',
  'workflows.budget.over': 'all spent',
  'workflows.budget.lines': 'warns {warn} · stops {stop} output tokens',
  'workflows.budget.none': 'no ceiling',
  'workflows.budget.warnOnly': 'output tokens · warns {warn}',
  'workflows.budget.warned': 'above the warn line',
  'workflows.budget.noneHint': 'output tokens; this run has no ceiling',
  'workflows.budget.label':
    '{spent} spent, about {reserved} reserved, of {total} output tokens; warns at {warn}',
  'workflows.budget.linesUsd': 'warns {warn} · stops {stop}',
  'workflows.budget.reservedUsd': 'about {amount} reserved',
  'workflows.budget.labelUsd': '{spent} spent, about {reserved} reserved, of {total}; warns at {warn}',
  'workflows.budget.alsoTokens': '{spent} of {total} output tokens',
  'workflows.budget.alsoMoney': '{spent} of {total}',
  'workflows.tries': 'Tries',
  'workflows.try': 'Try {number} of {total}',
  'workflows.try.failed': 'failed: {problem}',
  'workflows.try.again': 'started again',
  'workflows.try.used': '{tokens} tokens',
  'workflows.costAtLeast': '≥ {cost}',
} as const satisfies Catalogue
