import { COMMANDS, type CommandName, type CommandSpec } from '#shared/commands/registry.ts'
import { STORE_VERBS } from '#shared/memory/store-verbs.ts'
import type { MessageKey } from '../../../messages/catalogues.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'
import type { Command } from './command-matches.ts'

/** Lists the commands of the app for the list under a slash, with their completions behind a name. */
export function appCommands(t: Text): readonly Command[] {
  return COMMANDS.flatMap((spec) => [commandOf(spec, t(DESCRIPTIONS[spec.name])), ...completionsOf(spec, t)])
}

function commandOf(spec: CommandSpec, description: string): Command {
  const { name, aliases, hint, group } = spec
  return { name, description, aliases, hint, group, source: 'app', problem: null }
}

function completionsOf(
  { name, words, group, aliases }: (typeof COMMANDS)[number],
  t: Text,
): readonly Command[] {
  const more = { source: 'app', problem: null, group } as const
  if (name === 'memory') {
    return STORE_VERBS.map((verb) => ({
      ...more,
      aliases,
      name: `memory ${verb}`,
      description: t(`commands.memory.${verb}`),
    }))
  }
  return words.map((word) => ({ ...more, name: `${name} ${word}`, description: t(DESCRIPTIONS[name]) }))
}

const DESCRIPTIONS = {
  'add-dir': 'commands.add-dir',
  agents: 'commands.agents',
  'autofix-pr': 'commands.autofix-pr',
  'bridge-kick': 'commands.bridge-kick',
  branch: 'commands.branch',
  branches: 'commands.branches',
  'break-cache': 'commands.break-cache',
  commit: 'commands.commit',
  'commit-push-pr': 'commands.commit-push-pr',
  compact: 'commands.compact',
  context: 'commands.context',
  config: 'commands.config',
  coordinator: 'chat.command.coordinator',
  'debug-tool-call': 'commands.debug-tool-call',
  doctor: 'commands.doctor',
  effort: 'commands.effort',
  env: 'commands.env',
  fork: 'chat.command.fork',
  goal: 'chat.command.goal',
  help: 'commands.help',
  'init-verifiers': 'commands.init-verifiers',
  issue: 'commands.issue',
  login: 'commands.login',
  memory: 'commands.memory',
  mode: 'commands.mode',
  model: 'commands.model',
  onboarding: 'commands.onboarding',
  'output-style': 'commands.output-style',
  'perf-issue': 'commands.perf-issue',
  report: 'commands.report',
  plugin: 'commands.plugin',
  quit: 'commands.quit',
  recap: 'commands.recap',
  resume: 'commands.resume',
  share: 'commands.share',
  skills: 'commands.skills',
  statusline: 'commands.statusline',
  'subscribe-pr': 'commands.subscribe-pr',
  summary: 'commands.summary',
  think: 'commands.think',
  triggers: 'commands.triggers',
  tui: 'commands.tui',
  ultracode: 'commands.ultracode',
  ultraplan: 'commands.ultraplan',
  ultrareview: 'commands.ultrareview',
  ultrathink: 'commands.ultrathink',
  usage: 'commands.usage',
  vault: 'commands.vault',
  version: 'commands.version',
  workflows: 'workflows.command.runs',
  attempts: 'commands.attempts',
  worktree: 'commands.worktree',
  worktrees: 'commands.worktrees',
} as const satisfies Readonly<Record<CommandName, MessageKey>>

const ICONS: Readonly<Record<string, IconName>> = {
  'add-dir': 'folder',
  'break-cache': 'undo',
  context: 'branch',
  effort: 'bulb',
  think: 'bulb',
  ultrathink: 'bulb',
  model: 'model',
  triggers: 'clock',
  attempts: 'worktree',
  worktree: 'worktree',
  worktrees: 'worktree',
  workflows: 'workflows',
  coordinator: 'users',
  agents: 'users',
  fork: 'fork',
  goal: 'check',
  'autofix-pr': 'branch',
  'subscribe-pr': 'branch',
  branch: 'fork',
  branches: 'branch',
  issue: 'chat',
  share: 'chat',
  ultrareview: 'users',
  commit: 'branch',
  'commit-push-pr': 'branch',
  compact: 'chat',
  resume: 'right',
  recap: 'chat',
  summary: 'chat',
  memory: 'memory',
  usage: 'chart',
}

/** The icon of a command of the app. */
export const appCommandIcon = (name: string): IconName => ICONS[name.split(' ')[0] ?? ''] ?? 'command'
