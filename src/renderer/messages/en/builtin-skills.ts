import type { Catalogue } from '../message.ts'

/** Descriptions of the bundled skills, as their files state them to models. */
export const builtinSkills = {
  'skills.builtin.orchestrate':
    'How to run many agents on one task with a workflow script. Load it before you write or start one, or when a task is too large for one conversation.',
} as const satisfies Catalogue
