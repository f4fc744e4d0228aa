import type { MemoryItem } from '#shared/memory/memory.ts'
import { roomOf } from '../context/budget/answer-room.ts'
import { policyFor } from '../context/budget/policy-for.ts'
import { userMemoryLines } from '../context/updates/user-memory.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import type { Work } from '../runs/run/supervisor.ts'
import type { ProjectSettings } from './settings/project-settings.ts'

type RecallOptions = { readonly recall: boolean; readonly minScore: number; readonly room: number | null }

type Deps = {
  /** Adds the memories that fit the newest message of a run. */
  readonly recall: (run: RunHandle, how: RecallOptions) => Promise<void>
  /** The newest memories about the person. */
  readonly userMemory: () => readonly MemoryItem[]
  readonly catalog: Pick<Catalog, 'infoOf'>
  readonly log: Pick<RunLog, 'folds'>
  readonly settings: Pick<ProjectSettings, 'context' | 'recall'>
}

/** Returns the memory of chats: the person's memory for new chats, and recall for runs. */
export function createRemembering({ recall, userMemory, catalog, log, settings }: Deps) {
  const roomFor = (run: RunHandle, cwd: string): number | null => {
    const model = catalog.infoOf(run.record().model)
    if (model === null) return null
    const chat = log.folds(run.sessionId).session?.meta.contextProfile
    const inForce = settings.context(cwd, { chat, model: model.ref })
    return roomOf('memory-recall', policyFor(model, inForce), model)
  }
  return {
    remembered: async (cwd: string): Promise<string> =>
      (await settings.recall(cwd)).values.recall ? userMemoryLines(userMemory()) : '',
    remembering:
      (turning: Work): Work =>
      async (run) => {
        const cwd = log.folds(run.sessionId).session?.cwd
        if (cwd !== undefined) {
          const { values } = await settings.recall(cwd)
          await recall(run, {
            recall: values.recall,
            minScore: values.minScore,
            room: roomFor(run, cwd),
          })
        }
        await turning(run)
      },
  }
}
