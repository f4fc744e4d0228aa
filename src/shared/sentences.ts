import { filled } from './filled.ts'
import { ATTEMPT_SENTENCES } from './messages/en/attempt-sentences.ts'
import { BACKUP_SENTENCES } from './messages/en/backup-sentences.ts'
import { CHANGE_SENTENCES } from './messages/en/change-sentences.ts'
import { FILE_SENTENCES } from './messages/en/file-sentences.ts'
import { GENERAL_SENTENCES } from './messages/en/general-sentences.ts'
import { GIT_SENTENCES } from './messages/en/git-sentences.ts'
import { HOOK_SENTENCES } from './messages/en/hook-sentences.ts'
import { ITEM_LABEL_SENTENCES } from './messages/en/item-label-sentences.ts'
import { JOB_SENTENCES } from './messages/en/job-sentences.ts'
import { LIMIT_SENTENCES } from './messages/en/limit-sentences.ts'
import { MCP_SENTENCES } from './messages/en/mcp-sentences.ts'
import { MODEL_SENTENCES } from './messages/en/model-sentences.ts'
import { PLUGIN_SENTENCES } from './messages/en/plugin-sentences.ts'
import { PROBLEM_SENTENCES } from './messages/en/problem-sentences.ts'
import { REPORT_SENTENCES } from './messages/en/report-sentences.ts'
import { RUN_SENTENCES } from './messages/en/run-sentences.ts'
import { SCRIPT_SENTENCES } from './messages/en/script-sentences.ts'
import { START_SENTENCES } from './messages/en/start-sentences.ts'
import { TEAM_SENTENCES } from './messages/en/team-sentences.ts'
import { TERMINAL_SENTENCES } from './messages/en/terminal-sentences.ts'
import { TRIGGER_SENTENCES } from './messages/en/trigger-sentences.ts'
import { VAULT_SENTENCES } from './messages/en/vault-sentences.ts'
import { WORKTREE_SENTENCES } from './messages/en/worktree-sentences.ts'

/**
 * User messages of main by name, with placeholders. A window shows them in its own language and falls back to
 * English.
 */
export const SENTENCES = {
  ...START_SENTENCES,
  ...REPORT_SENTENCES,
  ...MODEL_SENTENCES,
  ...RUN_SENTENCES,
  ...SCRIPT_SENTENCES,
  ...HOOK_SENTENCES,
  ...GIT_SENTENCES,
  ...CHANGE_SENTENCES,
  ...PROBLEM_SENTENCES,
  ...FILE_SENTENCES,
  ...VAULT_SENTENCES,
  ...TEAM_SENTENCES,
  ...ITEM_LABEL_SENTENCES,
  ...LIMIT_SENTENCES,
  ...MCP_SENTENCES,
  ...JOB_SENTENCES,
  ...TERMINAL_SENTENCES,
  ...TRIGGER_SENTENCES,
  ...WORKTREE_SENTENCES,
  ...PLUGIN_SENTENCES,
  ...ATTEMPT_SENTENCES,
  ...BACKUP_SENTENCES,
  ...GENERAL_SENTENCES,
} as const

export type SentenceName = keyof typeof SENTENCES

type GapsIn<S extends string> = S extends `${string}{${infer Gap}}${infer Rest}` ? Gap | GapsIn<Rest> : never

/** The particulars a sentence needs. */
export type FactsOf<Name extends SentenceName> = {
  readonly [Gap in GapsIn<(typeof SENTENCES)[Name]>]: string
}

/** A sentence as data. The name is any text: what was stored may be of another version. */
export type Sentence = { readonly name: string; readonly facts: Readonly<Record<string, string>> }

/** True for a sentence as data, where anything may stand. */
export function isSentence(data: unknown): data is Sentence {
  return typeof data === 'object' && data !== null && 'name' in data && 'facts' in data
}

/** A sentence with its particulars. */
export function say<Name extends SentenceName>(
  name: Name,
  ...facts: keyof FactsOf<Name> extends never ? [] : [FactsOf<Name>]
): Sentence & { readonly name: SentenceName } {
  return { name, facts: facts[0] ?? {} }
}

/** Words for a window: in English, and as sentences it can say in its own language. Names and figures have none. */
export type Told = { readonly text: string; readonly said: readonly Sentence[] }

/** Sentences as words for a window. */
export function tell(...said: readonly (Sentence & { readonly name: SentenceName })[]): Told {
  return { text: englishOf(said), said }
}

/** The sentences one after the other, in the words of main. */
export function englishOf(said: readonly Sentence[]): string {
  const texts: Readonly<Record<string, string>> = SENTENCES
  const known = said.filter(({ name }) => Object.hasOwn(texts, name))
  return known.map(({ name, facts }) => filled(texts[name] ?? '', facts)).join(' ')
}
