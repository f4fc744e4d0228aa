import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { ChatAgentsState } from '../../../store/agents/chat-agents-store.ts'
import { remember, remembered } from '../../../ui/base/remembered.ts'
import { useChat } from '../chat-context.ts'
import { useInspectorRoom } from '../side/inspector-room.ts'

type InspectorPlace = {
  /** Whether the inspector is shown beside the chat, if space allows. */
  readonly inspecting: boolean
  readonly setInspecting: (inspecting: boolean) => void
  /** Whether the projects are shown beside the chat, if space allows. Persisted. */
  readonly browsing: boolean
  readonly setBrowsing: (browsing: boolean) => void
  /** The drawer over the chat in a small window. */
  readonly drawer: 'inspector' | 'projects' | null
  readonly setDrawer: (drawer: InspectorPlace['drawer']) => void
  /** Brings it into view with the form in which the lines of a chat are drawn. */
  readonly raiseLine: (chat: SessionId) => void
}

const Place = createContext<InspectorPlace | null>(null)

/** Everything inside can bring the inspector into view, in a window of any size. */
export function InspectorPlaceHost({ children }: { readonly children: ReactNode }) {
  const { agents } = useChat()
  const roomy = useInspectorRoom()
  const [inspecting, setInspecting] = useState(true)
  const [browsing, setShown] = useState(() => remembered('sidebar')['hidden'] !== 1)
  // Opens the limits form if the person came here to raise a limit of the chat.
  const [drawer, setDrawer] = useState(() => (isLimitingChat(agents.store.getState()) ? DRAWN : null))
  const place = useMemo(() => {
    const raiseLine = (chat: SessionId) => {
      if (roomy) setInspecting(true)
      else setDrawer('inspector')
      agents.limit(chat)
    }
    const setBrowsing = (shown: boolean) => {
      setShown(shown)
      remember('sidebar', { hidden: shown ? 0 : 1 })
    }
    return { inspecting, setInspecting, browsing, setBrowsing, drawer, setDrawer, raiseLine }
  }, [roomy, inspecting, browsing, drawer, agents])
  return <Place value={place}>{children}</Place>
}

const DRAWN: InspectorPlace['drawer'] = 'inspector'

const isLimitingChat = ({ limiting, chatId }: ChatAgentsState): boolean =>
  limiting !== null && limiting === chatId

/** Returns the position of the inspector. */
export function useInspectorPlace(): InspectorPlace {
  const place = useContext(Place)
  if (place === null) throw new Error('A part of the inspector stands outside the chat screen.')
  return place
}

/** Opens the form in which the lines of a chat are drawn; null where a conversation is shown without the inspector. */
export function useRaiseLine(): ((chat: SessionId) => void) | null {
  return useContext(Place)?.raiseLine ?? null
}
