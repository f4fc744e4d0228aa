import type { DurableEvent } from '#shared/events/event.ts'
import { NOTES_SET } from '#shared/session/notes/note.ts'
import { notesReminders } from '../runs/plans/notes-reminders.ts'
import { planReminders } from '../runs/plans/plan-reminders.ts'
import { planUpdatesOf } from '../runs/plans/plan-updates.ts'
import type { Inbox } from '../runs/run/inbox.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { HooksOfRun } from '../runs/run/run-hooks.ts'
import type { TurnDeps } from '../runs/turns/turns.ts'
import { settingUpdates } from './setting-updates.ts'
import type { RunTools } from './tool-search/run-tools.ts'
import type { TurnOptions, TurnWorkDeps } from './turn-work-deps.ts'

type Changing = Omit<Parameters<typeof settingUpdates>[2], 'effort'> & {
  readonly asked: Pick<TurnOptions, 'effort'>
  readonly place: Pick<Inbox, 'has' | 'take'>
  readonly tools: Pick<RunTools, 'news' | 'reach'>
}

/** Collects the changes that reach an agent before its next request. */
export async function changesOf(
  deps: TurnWorkDeps,
  run: RunHandle,
  { asked, place, tools, agent, path, model }: Changing,
): Promise<readonly Pick<Inbox, 'has' | 'take'>[]> {
  const isOffered = (tool: string) => tools.reach().direct.some(({ name }) => name === tool)
  return [
    await deps.instructionNews(run),
    place,
    tools.news,
    ...newsOfPlan(deps, run),
    settingUpdates(deps, run, { agent, path, model, effort: asked.effort }),
    ...remindersOf(deps, path, isOffered),
  ]
}

function newsOfPlan({ log }: Pick<TurnWorkDeps, 'log'>, run: RunHandle): Pick<Inbox, 'has' | 'take'>[] {
  const news = planUpdatesOf(log, run)
  return news === null ? [] : [news]
}

/** Reminders of what an agent keeps by tools that its model has. */
function remindersOf(
  { log }: Pick<TurnWorkDeps, 'log'>,
  pathOf: () => readonly DurableEvent[],
  isOffered: (tool: string) => boolean,
): Pick<Inbox, 'has' | 'take'>[] {
  return [
    planReminders({ log, pathOf, isOffered: () => isOffered('plan') }),
    notesReminders({ log, pathOf, isOffered: () => isOffered(NOTES_SET) }),
  ]
}

/** Collects additions between two requests: messages, changes and hook output. */
export function updatesOf(
  { inbox, notes, teamMail }: TurnWorkDeps,
  hooks: HooksOfRun,
  changed: readonly Pick<Inbox, 'has' | 'take'>[],
): TurnDeps['inbox'] {
  return {
    has: (run) =>
      inbox.has(run) ||
      notes.has(run) ||
      teamMail.has(run) ||
      changed.some((news) => news.has(run)) ||
      hooks.hasItems(),
    take: (run) => {
      for (const news of changed) news.take(run)
      inbox.take(run)
      notes.take(run)
      teamMail.take(run)
      hooks.take(run)
    },
  }
}
