import { useText } from '../../../messages/TextProvider.tsx'
import { clockText } from '../../../ui/base/time.ts'
import type { ShownGap } from '../work-time.ts'
import { useGapWords } from './GapLegend.tsx'
import type { Bar, Lane } from './timeline-lanes.ts'

type TimelineWordsProps = {
  readonly lanes: readonly Lane[]
  readonly critical: readonly Bar[]
  readonly gaps: readonly ShownGap[]
  readonly now: number
  readonly nameOf: (lane: Lane) => string
}

/** Longer paths are read in the list of agents. */
const NAMED = 20

/** The chart in words. */
export function TimelineWords({ lanes, critical, gaps, now, nameOf }: TimelineWordsProps) {
  const t = useText()
  const gapWords = useGapWords(gaps)
  const sentences = lanes
    .filter((lane) => lane.bars.length > 0)
    .map((lane) =>
      t('workflows.timeline.lane', {
        name: nameOf(lane),
        agents: t('workflows.timeline.agents', { count: lane.bars.length }),
        from: clockText(lane.bars.reduce((first, bar) => Math.min(first, bar.from), now)),
        to: clockText(lane.bars.reduce((last, bar) => Math.max(last, bar.to ?? now), 0)),
      }),
    )
  const names = critical.slice(-NAMED).map((bar) => bar.label)
  if (names.length > 0) sentences.push(t('workflows.timeline.critic', { names: names.join(', ') }))
  sentences.push(...gapWords.map((words) => t('workflows.timeline.gapSentence', { words })))
  return <figcaption className="unseen">{sentences.join(' ')}</figcaption>
}
