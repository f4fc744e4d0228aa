import { join } from 'node:path'
import type { ProgramFiles } from '../../src/main/app-port.ts'
import { openLab } from './lab.ts'
import { PROFILES, type Profile } from './profiles.ts'
import type { OtherProtocol } from './protocols/read-asked.ts'
import { runIdeal, runTask, type TaskScore } from './score.ts'
import type { Task } from './task.ts'

/** What one scripted model made of all tasks. */
export type ModelScore = {
  readonly profile: Profile
  readonly scores: readonly TaskScore[]
  readonly rightPercent: number
  readonly wrongFiles: number
  readonly silent: number
  /** Requests and tokens of requests, of the tasks that ended right, divided by those of the perfect model. */
  readonly requestsRatio: number
  readonly tokensRatio: number
  readonly failedPerTask: number
  readonly repetition: number
}

export type TaskRuns = {
  readonly ideal: readonly TaskScore[]
  readonly models: readonly ModelScore[]
  /** Reasons for which strict servers refused requests. */
  readonly faults: readonly string[]
}

export type TaskOptions = {
  readonly seeds: number
  readonly files?: ProgramFiles
  readonly profiles?: readonly Profile[]
  /** The protocol of the models; missing: chat completions. */
  readonly protocol?: OtherProtocol
}

/** Runs every task with the perfect model, then with each scripted model and seed. */
export async function runTasks(
  folder: string,
  tasks: readonly Task[],
  { seeds, files, profiles = PROFILES, protocol }: TaskOptions,
): Promise<TaskRuns> {
  const faults: string[] = []
  const ideal = new Map<Task, TaskScore>()
  const first = await openLab(join(folder, 'ideal'), files, protocol)
  for (const task of tasks) ideal.set(task, await runIdeal(first, task))
  faults.push(...first.faults)
  await first.close()
  const models: ModelScore[] = []
  for (const profile of profiles) {
    const scores: TaskScore[] = []
    for (let seed = 0; seed < seeds; seed++) {
      // An app of its own for each round, so that none grows with what came before.
      const lab = await openLab(join(folder, `${profile.name}-${seed}`), files, protocol)
      for (const task of tasks) {
        scores.push(await runTask(lab, task, { profile, seed: `${seed}`, ideal: ideal.get(task) ?? null }))
      }
      faults.push(...lab.faults)
      await lab.close()
    }
    models.push(summed(profile, scores, [...ideal.values()]))
  }
  return { ideal: [...ideal.values()], models, faults }
}

function summed(profile: Profile, scores: readonly TaskScore[], ideal: readonly TaskScore[]): ModelScore {
  const sum = (list: readonly TaskScore[], of: (score: TaskScore) => number) =>
    list.reduce((all, each) => all + of(each), 0)
  // A task that ended early made few requests; only what ended right is compared.
  const right = scores.filter((score) => score.right)
  const wanted = right.flatMap(({ task }) => ideal.find((each) => each.task === task) ?? [])
  const ratio = (of: (score: TaskScore) => number) => sum(right, of) / Math.max(1, sum(wanted, of))
  return {
    profile,
    scores,
    rightPercent: (100 * right.length) / scores.length,
    wrongFiles: scores.filter(({ wrongFiles }) => wrongFiles.length > 0).length,
    silent: scores.filter(({ silent }) => silent).length,
    requestsRatio: ratio(({ requests }) => requests),
    tokensRatio: ratio(({ promptTokens }) => promptTokens),
    failedPerTask: sum(scores, ({ failedCalls }) => failedCalls) / scores.length,
    repetition: Math.max(...scores.map(({ repetition }) => repetition)),
  }
}
