import type { WorkflowGap, WorkflowView } from '#shared/workflow/fold-workflow.ts'

/** A gap on the timeline: where it begins, how wide it is drawn, and how long it was. */
export type ShownGap = {
  readonly from: number
  readonly width: number
  readonly took: number
  readonly why: WorkflowGap['why']
}

/** Turns moments into milliseconds of the timeline, on which a gap takes a small piece however long it was. */
export type WorkTime = { readonly placeOf: (moment: number) => number; readonly gaps: readonly ShownGap[] }

/** A gap is as wide as this share of the work before it, and never wider than it was. */
const GAP_SHARE = 0.03
const LEAST_GAP_MS = 1_000

/** The time of a run over all its attempts, counted from the beginning of the first. */
export function workTimeOf({
  origin,
  startedAt,
  gaps,
}: Pick<WorkflowView, 'origin' | 'startedAt' | 'gaps'>): WorkTime {
  const start = origin ?? startedAt ?? 0
  const shown: ShownGap[] = []
  let cut = 0
  for (const { from, to, why } of gaps) {
    const took = Math.max(0, to - from)
    const place = Math.max(0, from - start - cut)
    const width = Math.min(took, Math.max(LEAST_GAP_MS, place * GAP_SHARE))
    shown.push({ from: place, width, took, why })
    cut += took - width
  }
  const placeOf = (moment: number): number => {
    let place = moment - start
    for (const [index, gap] of shown.entries()) {
      const { from, to } = gaps[index] ?? { from: 0, to: 0 }
      if (moment >= to) place -= gap.took - gap.width
      else if (moment > from) place -= (moment - from) * (1 - gap.width / Math.max(1, gap.took))
    }
    return Math.max(0, place)
  }
  return { placeOf, gaps: shown }
}

/** Returns the total idle time between attempts. */
export function gapTime({ gaps }: Pick<WorkflowView, 'gaps'>): number {
  return gaps.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0)
}
