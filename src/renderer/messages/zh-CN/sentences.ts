import { ATTEMPT_SENTENCES_ZH } from '#shared/messages/zh-CN/attempt-sentences.ts'
import { BACKUP_SENTENCES_ZH } from '#shared/messages/zh-CN/backup-sentences.ts'
import { CHANGE_SENTENCES_ZH } from '#shared/messages/zh-CN/change-sentences.ts'
import { FILE_SENTENCES_ZH } from '#shared/messages/zh-CN/file-sentences.ts'
import { GENERAL_SENTENCES_ZH } from '#shared/messages/zh-CN/general-sentences.ts'
import { GIT_SENTENCES_ZH } from '#shared/messages/zh-CN/git-sentences.ts'
import { HOOK_SENTENCES_ZH } from '#shared/messages/zh-CN/hook-sentences.ts'
import { ITEM_LABEL_SENTENCES_ZH } from '#shared/messages/zh-CN/item-label-sentences.ts'
import { JOB_SENTENCES_ZH } from '#shared/messages/zh-CN/job-sentences.ts'
import { LIMIT_SENTENCES_ZH } from '#shared/messages/zh-CN/limit-sentences.ts'
import { MCP_SENTENCES_ZH } from '#shared/messages/zh-CN/mcp-sentences.ts'
import { MODEL_SENTENCES_ZH } from '#shared/messages/zh-CN/model-sentences.ts'
import { PLUGIN_SENTENCES_ZH } from '#shared/messages/zh-CN/plugin-sentences.ts'
import { PROBLEM_SENTENCES_ZH } from '#shared/messages/zh-CN/problem-sentences.ts'
import { REPORT_SENTENCES_ZH } from '#shared/messages/zh-CN/report-sentences.ts'
import { RUN_SENTENCES_ZH } from '#shared/messages/zh-CN/run-sentences.ts'
import { SCRIPT_SENTENCES_ZH } from '#shared/messages/zh-CN/script-sentences.ts'
import { START_SENTENCES_ZH } from '#shared/messages/zh-CN/start-sentences.ts'
import { TEAM_SENTENCES_ZH } from '#shared/messages/zh-CN/team-sentences.ts'
import { TERMINAL_SENTENCES_ZH } from '#shared/messages/zh-CN/terminal-sentences.ts'
import { TRIGGER_SENTENCES_ZH } from '#shared/messages/zh-CN/trigger-sentences.ts'
import { VAULT_SENTENCES_ZH } from '#shared/messages/zh-CN/vault-sentences.ts'
import { WORKTREE_SENTENCES_ZH } from '#shared/messages/zh-CN/worktree-sentences.ts'
import type { SENTENCES } from '#shared/sentences.ts'
import { translationOf } from '../message.ts'

/** Messages about problems, as whole sentences. */
export const sentences = translationOf<typeof SENTENCES>()({
  ...START_SENTENCES_ZH,
  ...RUN_SENTENCES_ZH,
  ...SCRIPT_SENTENCES_ZH,
  ...HOOK_SENTENCES_ZH,
  ...GIT_SENTENCES_ZH,
  ...CHANGE_SENTENCES_ZH,
  ...PROBLEM_SENTENCES_ZH,
  ...WORKTREE_SENTENCES_ZH,
  ...BACKUP_SENTENCES_ZH,
  ...PLUGIN_SENTENCES_ZH,
  ...ATTEMPT_SENTENCES_ZH,
  ...REPORT_SENTENCES_ZH,
  ...FILE_SENTENCES_ZH,
  ...VAULT_SENTENCES_ZH,
  ...LIMIT_SENTENCES_ZH,
  ...MCP_SENTENCES_ZH,
  ...JOB_SENTENCES_ZH,
  ...TERMINAL_SENTENCES_ZH,
  ...TRIGGER_SENTENCES_ZH,
  ...ITEM_LABEL_SENTENCES_ZH,
  ...MODEL_SENTENCES_ZH,
  ...TEAM_SENTENCES_ZH,
  ...GENERAL_SENTENCES_ZH,
})
