import type { Catalogue } from '../message.ts'

/** Descriptions of the bundled workflows, as their scripts state them to models. */
export const builtinWorkflows = {
  'workflows.builtin.judge-panel':
    'Lets several agents answer one question in different ways, and a panel of judges choose the best answer.',
  'workflows.builtin.review-changes':
    'Reviews changed code from several sides, then lets three agents try to refute each finding and keeps what two of them confirm.',
  'workflows.builtin.survey-project':
    'Finds the parts of a project, looks at each one, and writes a report that a newcomer can start from.',
} as const satisfies Catalogue
