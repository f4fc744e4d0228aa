import { useId, useRef, useState } from 'react'
import type { CheckpointResult, FilesAlong } from '#shared/checkpoint/checkpoint.ts'
import type { EventId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { suggesting, useTyping } from '../../../ui/lists/use-suggestions.ts'
import { useChat, useSession } from '../chat-context.ts'
import { MentionList } from '../composer/mentions/MentionList.tsx'
import { useMentions } from '../composer/mentions/use-mentions.ts'
import { useLeftWords } from '../files/left-reasons.ts'
import { sortedResult } from '../files/restore-choice.ts'
import { AlongChoice } from './AlongChoice.tsx'

type EditMessageProps = {
  readonly eventId: EventId
  readonly text: string
  /** True when pictures go along, so that the words may be left out. */
  readonly hasFiles: boolean
  readonly onEnd: () => void
}

/** The words of a sent message, to be sent again in another form. What came after them stays as a branch. */
export function EditMessage({ eventId, text, hasFiles, onEnd }: EditMessageProps) {
  const t = useText()
  const { api, app, toast } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const leftWords = useLeftWords()
  const [value, setValue] = useState(text)
  const [sending, setSending] = useState(false)
  const [along, setAlong] = useState<FilesAlong | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const projectId = useSession((state) => state.folds.session?.meta.projectId ?? null)
  const { isTyping, heard } = useTyping()
  const typed = { text: value, setText: setValue, isTyping }
  const mentions = useMentions({ box, projectId, sessionId, attach: null, ...typed })
  const hint = useId()
  const empty = value.trim() === '' && !hasFiles
  const onSent = (result: CheckpointResult | null) => {
    const { done, left } = sortedResult(result)
    if (done.length > 0)
      toast?.({ mark: 'done', text: t('files.putBack', { count: done.length }), seconds: 8 })
    if (left.length > 0) app.notify('warn', leftWords(left))
    onEnd()
  }
  const send = () => {
    if (sessionId === null || empty || sending) return
    setSending(true)
    const files = along === null ? {} : { along }
    const sent = api.command('session.resend', { sessionId, eventId, text: value.trim(), ...files })
    app.attempt(sent.then(onSent).finally(() => setSending(false)))
  }
  return (
    <div className="grid w-160 max-w-full gap-2">
      <textarea
        ref={box}
        // biome-ignore lint/a11y/noAutofocus: the person asked to edit exactly this
        autoFocus
        {...heard}
        onFocus={(event) => {
          heard.onFocus()
          event.target.setSelectionRange(value.length, value.length)
        }}
        onSelect={mentions.onCaret}
        aria-label={t('chat.editMessage')}
        aria-describedby={hint}
        {...suggesting([mentions])}
        value={value}
        rows={Math.min(12, Math.max(2, value.split('\n').length))}
        onChange={(event) => {
          mentions.onCaret()
          setValue(event.target.value)
        }}
        onKeyDown={(event) => {
          if (mentions.onKey(event)) return event.stopPropagation()
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onEnd()
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            send()
          }
        }}
        className="field-sizing-content max-h-80 w-full resize-none rounded-md bg-sunken px-2 py-1.5 inset-ring inset-ring-line-control"
      />
      <MentionList mentions={mentions} place="inside" />
      {sessionId === null ? null : (
        <AlongChoice sessionId={sessionId} eventId={eventId} along={along} onChange={setAlong} />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span id={hint} className="mr-auto text-fg-3 text-xs">
          {t('chat.editHint')}
        </span>
        <Button size="small" look="ghost" onClick={onEnd}>
          {t('chat.editCancel')}
        </Button>
        <Button size="small" look="primary" disabled={empty || sending} onClick={send}>
          {t('chat.editSend')}
        </Button>
      </div>
    </div>
  )
}
