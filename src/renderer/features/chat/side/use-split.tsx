import { useText } from '../../../messages/TextProvider.tsx'
import { SIDE_MIN_WIDTH } from '../../../store/side/side-state.ts'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { BrokenScreen } from '../../../ui/panes/BrokenScreen.tsx'
import type { Pane } from '../../../ui/panes/Panes.tsx'
import { ErrorBoundary } from '../../../ui/text/ErrorBoundary.tsx'
import { SideChat } from './SideChat.tsx'
import { useSideState } from './side-context.ts'

/** The least width of each of two chats, in pixels. */
export const SIDE_PANE = 320

/** Returns the pane of the chat beside the open one, while there is one and the window has room for both. */
export function useSplit(): { readonly isShown: boolean; readonly panes: readonly Pane[] } {
  const t = useText()
  const hasRoom = useMatches(`(min-width: ${SIDE_MIN_WIDTH}px)`)
  const id = useSideState((state) => state.chat?.id ?? null)
  if (id === null || !hasRoom) return { isShown: false, panes: [] }
  const pane: Pane = {
    id: 'side',
    label: t('side.label'),
    size: { min: SIDE_PANE, usual: 560, max: 1_200 },
    content: (
      <ErrorBoundary fallback={(error, retry) => <BrokenScreen error={error} onRetry={retry} />}>
        <SideChat key={id} />
      </ErrorBoundary>
    ),
  }
  return { isShown: true, panes: [pane] }
}
