import { useText } from '../../../messages/TextProvider.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { ChatPane } from '../ChatPane.tsx'
import { useActiveSide } from './active-side.tsx'
import { useSideState } from './side-context.ts'
import { useBesideKey } from './use-beside-key.ts'
import { useChatTitle } from './use-chat-title.ts'

type MainChatProps = Pick<Parameters<typeof ChatPane>[0], 'onAddProject' | 'onChooseFolder'>

/** The open chat. Beside another one it has its title on top. */
export function MainChat(props: MainChatProps) {
  const t = useText()
  useBesideKey()
  const hasSide = useSideState((state) => state.chat !== null)
  const title = useChatTitle()
  const active = useActiveSide()
  const head = { name: t('side.pane', { name: title }), bar: <PaneHead title={title} ruled /> }
  // The same elements with and without a second chat: the conversation stays where it is.
  return (
    <div onFocusCapture={() => active.set('main')} className="flex h-full min-h-0 min-w-0 flex-col">
      <ChatPane {...props} isActive={!hasSide || active.which === 'main'} {...(hasSide ? { head } : {})} />
    </div>
  )
}
