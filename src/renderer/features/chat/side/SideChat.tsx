import { useMemo } from 'react'
import { MarkdownContext } from '../../../markdown/tools.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { ChatPane } from '../ChatPane.tsx'
import { ChatProvider, useChat } from '../chat-context.ts'
import { focusComposer } from '../composer/composer-focus.ts'
import { useMarkdown } from '../use-markdown.ts'
import { useActiveSide } from './active-side.tsx'
import { ChatHosts } from './ChatHosts.tsx'
import { useSide } from './side-context.ts'
import { useChatTitle } from './use-chat-title.ts'

/** The chat beside the open one, with a message box, requests and keys of its own. */
export function SideChat() {
  const main = useChat()
  const side = useSide()
  const { app, session, agents, child } = side
  const chat = useMemo(() => ({ ...main, app, session, agents, child }), [main, app, session, agents, child])
  const markdown = useMarkdown(chat)
  return (
    <ChatProvider value={chat}>
      <MarkdownContext value={markdown}>
        <ChatHosts>
          <SidePane />
        </ChatHosts>
      </MarkdownContext>
    </ChatProvider>
  )
}

function SidePane() {
  const t = useText()
  const side = useSide()
  const title = useChatTitle()
  const active = useActiveSide()
  const close = () => {
    side.close()
    active.set('main')
    requestAnimationFrame(focusComposer)
  }
  return (
    <div onFocusCapture={() => active.set('side')} className="flex h-full min-h-0 min-w-0 flex-col">
      <ChatPane
        // A chat in the side has its project already.
        onAddProject={() => undefined}
        onChooseFolder={() => undefined}
        isActive={active.which === 'side'}
        head={{
          name: t('side.paneBeside', { name: title }),
          bar: (
            <PaneHead title={title} ruled>
              <IconButton icon="x" size="small" label={t('side.close')} onClick={close} />
            </PaneHead>
          ),
        }}
      />
    </div>
  )
}
