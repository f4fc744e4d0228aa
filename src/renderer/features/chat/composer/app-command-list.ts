import { STORE_VERBS } from '#shared/memory/store-verbs.ts'
import { APP_COMMANDS } from '#shared/session/app-commands.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'
import { BREAK_CACHE } from './cache-command.ts'
import { CHAT_ACTS } from './chat-acts.ts'
import { type Command, RUNS_COMMAND } from './command-matches.ts'
import { MODEL_COMMANDS } from './model-command.ts'

/** The commands of the app itself, as they stand in the list under a slash. */
export function appCommands(t: Text): readonly Command[] {
  const runs = { name: RUNS_COMMAND, description: t('workflows.command.runs') }
  const others = APP_COMMANDS.map((name) => ({ name, description: t(`chat.command.${name}`) }))
  const stores = STORE_VERBS.map((verb) => ({
    name: `memory ${verb}`,
    description: t(`commands.memory.${verb}`),
  }))
  const acts = CHAT_ACTS.map((name) => ({ name, description: t(`commands.${name}`) }))
  const models = MODEL_COMMANDS.map((name) => ({ name, description: t(`commands.${name}`) }))
  const cache = { name: BREAK_CACHE, description: t('commands.break-cache') }
  const told = (['recap', 'summary'] as const).map((name) => ({ name, description: t(`commands.${name}`) }))
  return [runs, cache, ...others, ...acts, ...models, ...told, ...stores].map((command) => ({
    ...command,
    source: 'app',
    problem: null,
  }))
}

const ICONS: Readonly<Record<string, IconName>> = {
  'break-cache': 'undo',
  effort: 'bulb',
  model: 'model',
  [RUNS_COMMAND]: 'workflows',
  coordinator: 'users',
  fork: 'fork',
  goal: 'check',
  branch: 'fork',
  branches: 'branch',
  compact: 'chat',
  resume: 'right',
  recap: 'chat',
  summary: 'chat',
  memory: 'memory',
  usage: 'chart',
}

/** What is drawn in front of a command of the app. */
export const appCommandIcon = (name: string): IconName => ICONS[name.split(' ')[0] ?? ''] ?? 'command'
