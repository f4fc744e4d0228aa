import { SIDE_MIN_WIDTH } from '../../../store/side/side-state.ts'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { useSideState } from './side-context.ts'

/** Whether the window has room for the inspector next to the chat. Two chats leave less. */
export function useInspectorRoom(): boolean {
  const wide = useMatches('(min-width: 1180px)')
  const vast = useMatches('(min-width: 1500px)')
  const hasRoom = useMatches(`(min-width: ${SIDE_MIN_WIDTH}px)`)
  const hasSide = useSideState((state) => state.chat !== null)
  return hasSide && hasRoom ? vast : wide
}
