import type { Catalogue } from '../message.ts'

/** Descriptions of the bundled agents, as their files state them to models. */
export const builtinAgents = {
  'agents.builtin.build':
    'Works on the project until the task is done. Reads, edits and runs what it needs, under your approvals.',
  'agents.builtin.plan': 'Explores the project and proposes how to do a task. Changes nothing.',
  'agents.builtin.coordinator':
    'Splits a large task among background agents. Reads, changes and runs nothing itself.',
  'agents.builtin.general':
    'Handles any task that needs searching, reading and changing, and reports the result.',
  'agents.builtin.explore':
    'Finds code fast: where something is done, what uses it and how parts connect. Read-only.',
  'agents.builtin.review': 'Reviews code and reports real defects, each with evidence. Changes nothing.',
  'agents.builtin.agent-author': 'Drafts the file of an agent from a sentence of the person.',
  'agents.builtin.workflow-author': 'Drafts the script of a workflow from a sentence of the person.',
  'agents.builtin.status-line-author':
    'Drafts the command that prints the status line from a sentence of the person.',
  'agents.builtin.commit': 'Drafts the message of a commit from its changes.',
  'agents.builtin.compaction':
    'Summarises the older part of a conversation so that work can continue in less space.',
  'agents.builtin.memory': 'Finds facts in a chat that are worth remembering.',
  'agents.builtin.summary': 'Summarises finished work in a few lines for a reader who was not there.',
  'agents.builtin.title': 'Names a new chat after its first message.',
} as const satisfies Catalogue
