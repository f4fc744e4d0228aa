import { useState } from 'react'
import { panned, type Window, wholeSpan, zoomed } from './timeline-scale.ts'

export type TimelineWindow = {
  readonly window: Window
  readonly whole: number
  /** Only a part of the run is shown. */
  readonly zoomed: boolean
  readonly zoom: (factor: number, at?: number) => void
  readonly pan: (by: number) => void
  readonly fit: () => void
}

/** Returns the visible range of the run. Until the first zoom it covers the whole run as it grows. */
export function useTimelineWindow(end: number): TimelineWindow {
  const [chosen, setChosen] = useState<Window | null>(null)
  const whole = wholeSpan(end)
  const all = { from: 0, span: whole }
  const window = chosen ?? all
  const zoom = (factor: number, at = window.from + window.span / 2) => {
    const next = zoomed(window, factor, at, whole)
    setChosen(next.span >= whole ? null : next)
  }
  return {
    window,
    whole,
    zoomed: chosen !== null,
    zoom,
    pan: (by) => setChosen(chosen === null ? null : panned(window, by, whole)),
    fit: () => setChosen(null),
  }
}
