import type { Catalogue } from '../message.ts'

/** What the skills that come with the app are for, as their files say it to models. */
export const builtinSkills = {
  'skills.builtin.orchestrate':
    'How to have many agents work on one task with a workflow script. Load it before you write or start one, or when a task is too wide for one conversation.',
} as const satisfies Catalogue
