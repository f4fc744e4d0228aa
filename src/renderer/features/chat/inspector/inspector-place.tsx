import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import { useMatches } from '../../../ui/use-matches.ts'

type InspectorPlace = {
  /** Whether it stands beside the chat where there is room. */
  readonly inspecting: boolean
  readonly setInspecting: (inspecting: boolean) => void
  /** What lies over the chat where there is little room. */
  readonly drawer: 'inspector' | 'projects' | null
  readonly setDrawer: (drawer: InspectorPlace['drawer']) => void
  /** The chat whose lines are being drawn in it. */
  readonly limiting: SessionId | null
  readonly setLimiting: (limiting: SessionId | null) => void
  /** Brings it into view with the form in which the lines of a chat are drawn. */
  readonly raiseLine: (chat: SessionId) => void
}

const Place = createContext<InspectorPlace | null>(null)

/** Everything inside can bring the inspector into view, in a window of any size. */
export function InspectorPlaceHost({ children }: { readonly children: ReactNode }) {
  const [inspecting, setInspecting] = useState(true)
  const [drawer, setDrawer] = useState<InspectorPlace['drawer']>(null)
  const [limiting, setLimiting] = useState<SessionId | null>(null)
  const wide = useMatches('(min-width: 1180px)')
  const place = useMemo(() => {
    const raiseLine = (chat: SessionId) => {
      if (wide) setInspecting(true)
      else setDrawer('inspector')
      setLimiting(chat)
    }
    return { inspecting, setInspecting, drawer, setDrawer, limiting, setLimiting, raiseLine }
  }, [wide, inspecting, drawer, limiting])
  return <Place value={place}>{children}</Place>
}

/** Where the inspector stands. */
export function useInspectorPlace(): InspectorPlace {
  const place = useContext(Place)
  if (place === null) throw new Error('A part of the inspector stands outside the chat screen.')
  return place
}

/** Opens the form in which the lines of a chat are drawn; null where a conversation is shown without the inspector. */
export function useRaiseLine(): ((chat: SessionId) => void) | null {
  return useContext(Place)?.raiseLine ?? null
}
