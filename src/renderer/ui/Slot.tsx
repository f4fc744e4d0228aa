import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'

/** Places of the frame that the screen in view may fill. */
export type SlotName = 'crumbs' | 'title-actions' | 'status'

type Slots = {
  readonly places: Readonly<Partial<Record<SlotName, HTMLElement>>>
  readonly put: (name: SlotName, place: HTMLElement | null) => void
}

const SlotContext = createContext<Slots>({ places: {}, put: () => undefined })

/** Stands around the frame and its screens. */
export function SlotProvider({ children }: { children: ReactNode }) {
  const [places, setPlaces] = useState<Slots['places']>({})
  const slots = useMemo(
    () => ({
      places,
      put: (name: SlotName, place: HTMLElement | null) =>
        setPlaces((before) => {
          const { [name]: _gone, ...others } = before
          return place === null ? others : { ...others, [name]: place }
        }),
    }),
    [places],
  )
  return <SlotContext value={slots}>{children}</SlotContext>
}

/** Where the frame leaves room. */
export function SlotPlace({ name, className }: { name: SlotName; className?: string }) {
  const { put } = useContext(SlotContext)
  const [keep] = useState(() => (place: HTMLElement | null) => put(name, place))
  return <div ref={keep} className={className} />
}

/** Draws its children in the frame, for as long as it is mounted. */
export function SlotFill({ name, children }: { name: SlotName; children: ReactNode }) {
  const place = useContext(SlotContext).places[name]
  return place === undefined ? null : createPortal(children, place)
}
