import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'

/** Places of the frame that the screen in view may fill. */
export type SlotName = 'crumbs' | 'title-actions' | 'status'

type Slots = {
  readonly places: Readonly<Partial<Record<SlotName, HTMLElement>>>
  /** Number of elements that fill each place. */
  readonly fills: Readonly<Partial<Record<SlotName, number>>>
  readonly put: (name: SlotName, place: HTMLElement | null) => void
  readonly fill: (name: SlotName, by: 1 | -1) => void
}

const SlotContext = createContext<Slots>({
  places: {},
  fills: {},
  put: () => undefined,
  fill: () => undefined,
})

/** Provides the slots to the frame and its screens. */
export function SlotProvider({ children }: { children: ReactNode }) {
  const [places, setPlaces] = useState<Slots['places']>({})
  const [fills, setFills] = useState<Slots['fills']>({})
  const slots = useMemo(
    () => ({
      places,
      fills,
      put: (name: SlotName, place: HTMLElement | null) =>
        setPlaces((before) => {
          const { [name]: _gone, ...others } = before
          return place === null ? others : { ...others, [name]: place }
        }),
      fill: (name: SlotName, by: 1 | -1) =>
        setFills((before) => ({ ...before, [name]: (before[name] ?? 0) + by })),
    }),
    [places, fills],
  )
  return <SlotContext value={slots}>{children}</SlotContext>
}

/** Marks a place of the frame for content of screens. */
export function SlotPlace({ name, className }: { name: SlotName; className?: string }) {
  const { put } = useContext(SlotContext)
  const [keep] = useState(() => (place: HTMLElement | null) => put(name, place))
  return <div ref={keep} className={className} />
}

/**
 * Whether a screen fills a place. Frames use this instead of a `:has()` selector, which would restyle the
 * whole page with every added or removed row.
 */
export function useSlotFilled(name: SlotName): boolean {
  return (useContext(SlotContext).fills[name] ?? 0) > 0
}

/** Draws its children in the frame, for as long as it is mounted. */
export function SlotFill({ name, children }: { name: SlotName; children: ReactNode }) {
  const { places, fill } = useContext(SlotContext)
  const [count] = useState(() => fill)
  useLayoutEffect(() => {
    count(name, 1)
    return () => count(name, -1)
  }, [count, name])
  const place = places[name]
  return place === undefined ? null : createPortal(children, place)
}
