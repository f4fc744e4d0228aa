import { useLayoutEffect, useMemo, useRef } from 'react'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { PlainText } from '../../../ui/text/PlainText.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { type PlainPart, partsOfMessage, plainParts } from './plain-words.ts'

type PlainTranscriptProps = {
  /** Why the conversation is plain text. */
  readonly reason: string
  /** Draws the conversation. */
  readonly onDraw: () => void
}

/** The conversation as plain text. It uses nothing of what draws the transcript, and so cannot fail with it. */
export function PlainTranscript({ reason, onDraw }: PlainTranscriptProps) {
  const t = useText()
  const { app, session } = useChat()
  const path = useSession((state) => state.path)
  const inflight = useSession((state) => state.inflight)
  const hasOlder = useSession((state) => state.hasOlder)
  const scroller = useRef<HTMLDivElement>(null)
  const parts = useMemo(
    () => [
      ...plainParts(path),
      ...inflight.flatMap(({ eventId, parts }) => partsOfMessage(eventId, { role: 'assistant', parts })),
    ],
    [path, inflight],
  )
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [])
  const whole = () => parts.map((part) => `${nameOf(part, t)}:\n${part.text}`).join('\n\n')
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h2 className="unseen">{t('chat.conversation')}</h2>
      <div className="mx-auto w-full max-w-[768px] px-6 pt-3 pb-2">
        <Banner
          action={
            <>
              <CopyButton text={whole} label={t('chat.plain.copyAll')} />
              <Button size="small" look="ghost" onClick={onDraw}>
                {t('chat.plain.draw')}
              </Button>
            </>
          }
        >
          {reason}
        </Banner>
      </div>
      <div
        ref={scroller}
        role="log"
        aria-label={t('chat.conversation')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation scrolls by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
      >
        <div className="mx-auto grid w-full max-w-[768px] grid-cols-[minmax(0,1fr)] gap-4 px-6 pb-4">
          {hasOlder ? (
            <Button
              size="small"
              look="ghost"
              className="justify-self-start"
              onClick={() => app.attempt(session.loadOlder())}
            >
              {t('chat.plain.older')}
            </Button>
          ) : null}
          {parts.map((part) => (
            <article key={part.key} aria-label={nameOf(part, t)}>
              <h3 className="font-semibold text-fg-2 text-sm">{nameOf(part, t)}</h3>
              <PlainText text={part.text} />
            </article>
          ))}
        </div>
      </div>
    </div>
  )
}

function nameOf({ by, name }: PlainPart, t: Text): string {
  if (by === 'tool') return name === null ? t('chat.plain.tool') : toolTitle(name, t)
  return t(by === 'you' ? 'chat.you' : 'chat.assistant')
}
