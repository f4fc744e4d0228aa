import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'
import { useApp, useChat } from './chat-context.ts'

/** Names the chat that was not opened at the start, with ways to open it. */
export function UndrawnNotice() {
  const t = useText()
  const { app } = useChat()
  const chat = useApp((state) => state.undrawnChat)
  if (chat === null) return null
  const { id, projectId } = chat
  const open = () => {
    app.dismissUndrawn()
    app.openSession(id, projectId)
  }
  return (
    <div className="mx-auto w-full max-w-[768px] px-6 pt-4">
      <Banner
        action={
          <>
            <Button size="small" onClick={() => app.openPlain(id, projectId)}>
              {t('chat.plain.open')}
            </Button>
            <Button size="small" look="ghost" onClick={open}>
              {t('chat.plain.openDrawn')}
            </Button>
            <IconButton icon="x" size="small" label={t('ui.dismiss')} onClick={app.dismissUndrawn} />
          </>
        }
      >
        {t('chat.plain.undrawn', { title: chat.title === '' ? t('chat.untitled') : chat.title })}
      </Banner>
    </div>
  )
}
