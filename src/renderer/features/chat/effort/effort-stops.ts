import { EFFORTS, type Effort } from '#shared/model/efforts.ts'
import type { ModelInfo } from '#shared/model/model.ts'

/** A stop of the panel: an effort, or one task with extra-high effort and a workflow of many agents. */
export type EffortStop = Effort | 'ultracode'

type Known = Pick<ModelInfo, 'reasoning' | 'efforts' | 'fixedEffort'>

const isAtMost = (effort: Effort, most: Effort): boolean => EFFORTS.indexOf(effort) <= EFFORTS.indexOf(most)

/** The displayed effort of a model without one, or the next lower that it knows. */
const USUAL: Effort = 'high'

/** Returns the stops from the least effort up. Empty for a model that does not think. */
export function effortStops(
  { reasoning, efforts = EFFORTS }: Known,
  allowsWorkflows: boolean,
): readonly EffortStop[] {
  const known = reasoning ? EFFORTS.filter((effort) => efforts.includes(effort)) : []
  return known.length > 0 && allowsWorkflows ? [...known, 'ultracode'] : known
}

/** Returns the place of the cursor at first: the effort that the environment fixes, or the one that is sent now. */
export function firstStop(stops: readonly EffortStop[], { fixedEffort }: Known, sent: Effort | null): number {
  const places = [fixedEffort, sent].flatMap((effort) =>
    effort === undefined || effort === null ? [] : [stops.indexOf(effort)],
  )
  const usual = stops.findLastIndex((stop) => stop !== 'ultracode' && isAtMost(stop, USUAL))
  return places.find((place) => place >= 0) ?? Math.max(0, usual)
}

type Pressed = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The acts of keys, beside those that a slider and radio buttons have of their own. */
export type EffortAct = 'confirm' | 'cancel' | { readonly to: number }

/** Returns what a key does at a stop; null for a key without a meaning here. */
export function effortAct(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  at: number,
  count: number,
): EffortAct | null {
  if (ctrlKey && !altKey && key.toLowerCase() === 'c') return 'cancel'
  if (ctrlKey || metaKey || altKey) return null
  const last = count - 1
  switch (key) {
    case 'Enter':
      return 'confirm'
    case 'Escape':
    case 'q':
      return 'cancel'
    case 'h':
    case 'ArrowLeft':
      return { to: Math.max(0, at - 1) }
    case 'l':
    case 'ArrowRight':
      return { to: Math.min(last, at + 1) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: last }
    default:
      return null
  }
}
