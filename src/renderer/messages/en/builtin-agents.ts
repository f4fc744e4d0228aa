import type { Catalogue } from '../message.ts'

/** Descriptions of the bundled agents, as their files state them to models. */
export const builtinAgents = {
  'agents.builtin.build':
    'Works on the project until the task is done. Reads, edits and runs what it needs, under your approvals.',
  'agents.builtin.plan': 'Looks at the project and says how a task could be done. Changes nothing.',
  'agents.builtin.coordinator':
    'Splits a large task and gives every part to agents that work in the background. Reads, changes and runs nothing itself.',
  'agents.builtin.general':
    'Takes on a task of any kind that needs searching, reading and changing, and reports what came of it.',
  'agents.builtin.explore':
    'Finds things in the project fast, such as where something is done, what uses it and how parts hang together. Only reads.',
  'agents.builtin.review':
    'Reads a change or a piece of code and reports faults that matter, each with its proof. Changes nothing.',
  'agents.builtin.compaction':
    'Sums up the older part of a conversation so that the work can go on in less space.',
  'agents.builtin.memory': 'Looks over a chat and lists what is worth remembering.',
  'agents.builtin.summary':
    'Says in a few lines what came of a piece of work, for somebody who was not there.',
  'agents.builtin.title': 'Names a new chat after its first message.',
} as const satisfies Catalogue
