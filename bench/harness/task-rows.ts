import { atLeast, atMost, figure, type Row } from '../row.ts'
import type { DayFigures } from './day.ts'
import type { Estimate } from './estimates.ts'
import type { FamilyPartFigures } from './family-part.ts'
import type { OtherProtocol } from './protocols/read-asked.ts'
import type { StubbornRun } from './stubborn.ts'
import type { ModelScore, TaskRuns } from './task-runs.ts'

/** What a scripted model has to reach: the share of right tasks, and its requests divided by the ideal. */
const TARGETS: Readonly<Record<string, { readonly right: number; readonly requests: number | null }>> = {
  frontier: { right: 100, requests: null },
  middle: { right: 99, requests: null },
  small: { right: 98, requests: 1.08 },
}

/** Builds the lines about tasks. */
export function taskRows({ ideal, models }: TaskRuns): Row[] {
  const unable = ideal.filter(({ right }) => !right).length
  return [
    atMost(`tasks that a perfect model cannot do (${ideal.length})`, unable, '', 0),
    ...models.flatMap(modelRows),
  ]
}

function modelRows({ profile, scores, ...sums }: ModelScore): Row[] {
  const { right, requests } = TARGETS[profile.name] ?? { right: 100, requests: null }
  return [
    atLeast(
      `tasks of the ${profile.name} model, right (${scores.length})`,
      tenths(sums.rightPercent),
      '%',
      right,
    ),
    atMost('  with a wrong file', sums.wrongFiles, '', 0),
    atMost('  completed with nothing said or done', sums.silent, '', 0),
    requests === null
      ? figure('  requests ÷ ideal', hundredths(sums.requestsRatio), '×')
      : atMost('  requests ÷ ideal', hundredths(sums.requestsRatio), '×', requests),
    figure('  prompt tokens ÷ ideal', hundredths(sums.tokensRatio), '×'),
    figure('  failed calls a task', hundredths(sums.failedPerTask), ''),
    atMost('  longest repetition of one call', sums.repetition, '', 4),
  ]
}

/** Builds the lines about the tasks of one model over another protocol. */
export function protocolRows(protocol: OtherProtocol, { ideal, models, faults }: TaskRuns): Row[] {
  const unable = ideal.filter(({ right }) => !right).length
  return models.flatMap(({ profile, scores, rightPercent, wrongFiles, silent, requestsRatio }) => [
    atLeast(
      `tasks of the ${profile.name} model over ${protocol}, right (${scores.length})`,
      ...([tenths(rightPercent), '%', TARGETS[profile.name]?.right ?? 100] as const),
    ),
    atMost('  that a perfect model cannot do', unable, '', 0),
    atMost('  with a wrong file', wrongFiles, '', 0),
    atMost('  completed with nothing said or done', silent, '', 0),
    figure('  requests ÷ ideal', hundredths(requestsRatio), '×'),
    atMost('  requests that a strict server refused', faults.length, '', 0),
  ])
}

/** Builds the lines about the part of the prompt for a family. */
export function familyPartRows(figures: FamilyPartFigures): Row[] {
  const { tasks, rightPercent, dropped, tokensOfDrop, tokensOfPart } = figures
  return [
    atLeast(`tasks with calls that Gemini drops, right (${tasks})`, tenths(rightPercent), '%', 100),
    figure('  calls that were dropped', dropped, ''),
    figure('  a dropped call costs', tokensOfDrop, 'tokens'),
    figure('  the part of the prompt costs in a request', tokensOfPart, 'tokens'),
    figure('  requests for which one prevented drop pays', Math.round(tokensOfDrop / tokensOfPart), ''),
  ]
}

/** Builds the lines about models that repeat themselves for ever. */
export function stubbornRows(runs: readonly StubbornRun[]): Row[] {
  return runs.map(({ name, repetition }) =>
    atMost(`for ever ${name}: carried out in a row`, repetition, '', 4),
  )
}

/** Builds the line about what a cache cannot keep. */
export function dayRows({ sent, again }: DayFigures): Row[] {
  return [
    atMost('tokens of a day that are read again', tenths((100 * again) / sent), '%', 3),
    figure('  tokens sent', sent, ''),
  ]
}

/** Builds the lines about the app's own count of tokens. */
export function estimateRows(estimates: readonly Estimate[]): Row[] {
  return estimates.map(({ name, offPercent }) =>
    atMost(`estimate of the third request, ${name}, off by`, tenths(Math.abs(offPercent)), '%', 10),
  )
}

/** Writes one line for each task that was not right. */
export function taskMisses({ ideal, models }: TaskRuns): string[] {
  const unable = ideal.filter(({ right }) => !right).map(({ task, status }) => `perfect: ${task} (${status})`)
  const misses = models.flatMap(({ profile, scores }) =>
    scores
      .filter(({ right, silent, wrongFiles }) => !right || silent || wrongFiles.length > 0)
      .map(({ task, status, silent, wrongFiles, failedCalls, words }) => {
        const wrong = wrongFiles.length > 0 ? ` WRONG ${wrongFiles.join(', ')}` : ''
        const how = `${status}${silent ? ', SILENT' : ''}, ${failedCalls} failed calls${wrong}`
        return `${profile.name}: ${task} (${how}): ${words}`
      }),
  )
  return ['# tasks', ...unable, ...misses]
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
