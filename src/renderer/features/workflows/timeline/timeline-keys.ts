import { stepped } from '../monitor/monitor-state.ts'
import type { Bar } from './timeline-lanes.ts'

export type TimelineAction =
  | { readonly does: 'zoom'; readonly factor: number }
  | { readonly does: 'fit' }
  | { readonly does: 'mark' | 'choose'; readonly agentId: number }

const STEPS: Readonly<Record<string, number | 'first' | 'last'>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: 'first',
  End: 'last',
}

/** Returns the effect of a key in the chart: move between bars in start order, zoom, select. */
export function timelineKey(key: string, bars: readonly Bar[], marked: number | null): TimelineAction | null {
  if (key === '+' || key === '=') return { does: 'zoom', factor: 1.6 }
  if (key === '-') return { does: 'zoom', factor: 1 / 1.6 }
  if (key === '0') return { does: 'fit' }
  if (key === 'Enter') return marked === null ? null : { does: 'choose', agentId: marked }
  const step = STEPS[key]
  if (step === undefined) return null
  const at = bars.findIndex((bar) => bar.agentId === marked)
  const bar = at < 0 ? bars[0] : bars[stepped(at, step, bars.length)]
  return bar === undefined ? null : { does: 'mark', agentId: bar.agentId }
}
