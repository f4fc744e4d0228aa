import type { HookNews } from '#shared/hook/hook.ts'
import type { SessionId } from '#shared/ids.ts'
import type { TeamFact } from '#shared/team/team-fact.ts'
import type { Hooks } from '../../hooks/hooks.ts'
import type { HookScenes } from './hook-scenes.ts'

const NAMES: Readonly<Record<TeamFact['kind'], HookNews>> = {
  TaskCreated: 'task.created',
  TaskCompleted: 'task.completed',
  TeammateIdle: 'teammate.idle',
}

/** Notifies hooks of a lead's chat about team events. */
export function createTeamHooks(tell: Hooks['tell'], ofSession: HookScenes['ofSession']) {
  return ({ kind, ...data }: TeamFact, chatId: SessionId): void =>
    tell({ name: NAMES[kind], data }, ofSession(chatId))
}
