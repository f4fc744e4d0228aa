import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { ChatAgentsState } from '../../../store/chat-agents-store.ts'
import { remember, remembered } from '../../../ui/remembered.ts'
import { useMatches } from '../../../ui/use-matches.ts'
import { useChat } from '../chat-context.ts'

type InspectorPlace = {
  /** Whether it stands beside the chat where there is room. */
  readonly inspecting: boolean
  readonly setInspecting: (inspecting: boolean) => void
  /** Whether the projects stand beside the chat where there is room. Remembered. */
  readonly browsing: boolean
  readonly setBrowsing: (browsing: boolean) => void
  /** What lies over the chat where there is little room. */
  readonly drawer: 'inspector' | 'projects' | null
  readonly setDrawer: (drawer: InspectorPlace['drawer']) => void
  /** Brings it into view with the form in which the lines of a chat are drawn. */
  readonly raiseLine: (chat: SessionId) => void
}

const Place = createContext<InspectorPlace | null>(null)

/** Everything inside can bring the inspector into view, in a window of any size. */
export function InspectorPlaceHost({ children }: { readonly children: ReactNode }) {
  const { agents } = useChat()
  const wide = useMatches('(min-width: 1180px)')
  const [inspecting, setInspecting] = useState(true)
  const [browsing, setShown] = useState(() => remembered('sidebar')['hidden'] !== 1)
  // Whoever was led here from elsewhere to raise a line of the chat finds the form open.
  const [drawer, setDrawer] = useState(() => (isLimitingChat(agents.store.getState()) ? DRAWN : null))
  const place = useMemo(() => {
    const raiseLine = (chat: SessionId) => {
      if (wide) setInspecting(true)
      else setDrawer('inspector')
      agents.limit(chat)
    }
    const setBrowsing = (shown: boolean) => {
      setShown(shown)
      remember('sidebar', { hidden: shown ? 0 : 1 })
    }
    return { inspecting, setInspecting, browsing, setBrowsing, drawer, setDrawer, raiseLine }
  }, [wide, inspecting, browsing, drawer, agents])
  return <Place value={place}>{children}</Place>
}

const DRAWN: InspectorPlace['drawer'] = 'inspector'

const isLimitingChat = ({ limiting, chatId }: ChatAgentsState): boolean =>
  limiting !== null && limiting === chatId

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
