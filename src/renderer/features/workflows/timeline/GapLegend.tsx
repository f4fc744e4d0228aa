import { useText } from '../../../messages/TextProvider.tsx'
import { useDurationText } from '../duration-text.ts'
import type { ShownGap } from '../work-time.ts'

/** Shows the legend of the hatched gaps with their total duration. */
export function GapLegend({ gaps }: { gaps: readonly ShownGap[] }) {
  const words = useGapWords(gaps)
  if (words.length === 0) return null
  return (
    <span className="ml-2 inline-flex min-w-0 items-center gap-1.5 text-fg-3 text-xs">
      <svg width="12" height="10" aria-hidden="true" className="shrink-0 stroke-fg-3">
        <path d="M0 10 10 0M-5 10 5 0M5 10 15 0" />
      </svg>
      <span className="truncate">{words.join(' · ')}</span>
    </span>
  )
}

/** The gaps in words, each kind once. */
export function useGapWords(gaps: readonly ShownGap[]): readonly string[] {
  const t = useText()
  const durationText = useDurationText()
  return (['closed', 'stopped'] as const).flatMap((why) => {
    const took = gaps.filter((gap) => gap.why === why).reduce((sum, gap) => sum + gap.took, 0)
    return took === 0 ? [] : [t(`workflows.timeline.gap.${why}`, { time: durationText(took) })]
  })
}
