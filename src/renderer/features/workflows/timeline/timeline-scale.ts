/** The visible range of the run: `span` milliseconds starting at `from`. */
export type Window = { readonly from: number; readonly span: number }

/** A span a person can read: the end of the run with some air, at least ten seconds. */
export function wholeSpan(end: number): number {
  return Math.max(10_000, end * 1.06)
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400]

/** The moments that are written along the top, at most `most` of them. */
export function ticksIn({ from, span }: Window, most: number): readonly number[] {
  const step = (STEPS.find((each) => span / (each * 1_000) <= most) ?? daysFor(span / most)) * 1_000
  const ticks: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= from + span; at += step) ticks.push(at)
  return ticks
}

/** A run that waited for weeks is marked in whole days. */
const daysFor = (ms: number): number => Math.ceil(ms / 86_400_000) * 86_400

/** Zooms by `factor` around `at`, within the whole run. Below a second there is nothing more to see. */
export function zoomed(window: Window, factor: number, at: number, whole: number): Window {
  const span = Math.max(Math.min(1_000, whole), Math.min(whole, window.span / factor))
  const share = window.span === 0 ? 0 : (at - window.from) / window.span
  return clamped({ from: at - share * span, span }, whole)
}

/** Moves sideways, within the whole run. */
export function panned(window: Window, by: number, whole: number): Window {
  return clamped({ from: window.from + by, span: window.span }, whole)
}

function clamped({ from, span }: Window, whole: number): Window {
  return { from: Math.max(0, Math.min(whole - span, from)), span }
}
