import type { Storage } from '../app/storage/open-storage.ts'
import type { Definitions } from '../app/tools/open-definitions.ts'
import type { SkillsNow } from '../context/updates/skill-delta.ts'
import type { Logger } from '../lib/logger.ts'
import { createInstructionUpdates } from '../runs/chats/instruction-updates.ts'
import type { Inbox } from '../runs/run/inbox.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import { createTimeZone } from './time-zone.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly storage: Pick<Storage, 'paths' | 'instructions'>
  readonly definitions: Pick<Definitions, 'skillsNow'>
  readonly now: () => number
  readonly logger: Logger
}

/** Finds out for a run what of its session's instructions has changed since. */
export function openInstructionUpdates({ log, storage, definitions, now, logger }: Deps) {
  const news = createInstructionUpdates({
    pathOf: storage.paths.recent,
    toldIn: (sessionId) => {
      const told = storage.instructions.of(sessionId)
      return told === null ? null : { snapshot: told.payload.snapshot, seq: told.seq }
    },
    now,
    timeZone: createTimeZone(now),
  })

  const skillsFor = async (run: RunHandle): Promise<SkillsNow | null> => {
    const session = log.folds(run.sessionId).session
    if (session === null || session === undefined) return null
    const { agentId } = run.record()
    return definitions.skillsNow({ kind: session.kind, agentId, projectId: session.meta.projectId })
  }

  return async (run: RunHandle): Promise<Pick<Inbox, 'has' | 'take'>> => {
    const skills = await skillsFor(run).catch((error: unknown) => {
      // A run that is not told what is new is still a run.
      logger.warn('The skills there are could not be read', { reason: String(error) })
      return null
    })
    return news.of(skills)
  }
}
