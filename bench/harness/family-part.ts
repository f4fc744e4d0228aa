import { familyPart } from '../../src/main/context/instructions/family-parts.ts'
import { PERFECT, type Profile } from './profiles.ts'
import type { Task } from './task.ts'
import { runTasks, type TaskOptions } from './task-runs.ts'
import { tokensOf } from './tokens.ts'

/** A model whose only slip is the one that the part of its family is about: its server drops a share of its calls. */
const DROPPED: Profile = { ...PERFECT, name: 'dropped', own: 0.15 }

/** A dropped call against the part of the prompt that is to prevent it. */
export type FamilyPartFigures = {
  readonly tasks: number
  readonly rightPercent: number
  readonly dropped: number
  /** Prompt tokens that a task takes more for each dropped call: the median of the tasks. */
  readonly tokensOfDrop: number
  /** Tokens that the part adds to each request. */
  readonly tokensOfPart: number
}

/**
 * Measures what is at stake for the part of Gemini. A scripted model does not read its prompt, so the lab cannot tell how
 * many drops the part prevents: it tells what a drop costs without the part, and what the part costs.
 */
export async function runFamilyPart(
  folder: string,
  tasks: readonly Task[],
  { files }: Pick<TaskOptions, 'files'> = {},
): Promise<FamilyPartFigures> {
  const protocol = 'google-generative-ai'
  const { ideal, models } = await runTasks(folder, tasks, {
    seeds: 1,
    profiles: [DROPPED],
    protocol,
    ...(files === undefined ? {} : { files }),
  })
  const [model] = models
  if (model === undefined) throw new Error('No model has run.')
  // A task that ended early made few requests; only what ended right is compared.
  const right = model.scores.filter((score) => score.right)
  const costs = right.flatMap(({ task, lostCalls, promptTokens }) => {
    const wanted = ideal.find((each) => each.task === task)
    return wanted === undefined || lostCalls === 0 ? [] : [(promptTokens - wanted.promptTokens) / lostCalls]
  })
  const sorted = costs.toSorted((one, other) => one - other)
  return {
    tasks: tasks.length,
    rightPercent: model.rightPercent,
    dropped: right.reduce((sum, { lostCalls }) => sum + lostCalls, 0),
    tokensOfDrop: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    tokensOfPart: tokensOf(familyPart({ id: 'gemini-3.8-flash' })),
  }
}
