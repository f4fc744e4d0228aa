import { type FormEvent, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { ChatLimits } from '#shared/session/chat-limits.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useChat } from '../chat-context.ts'
import { amountsOf, limitsOf } from './chat-limits-draft.ts'

type ChatLimitsFormProps = {
  readonly sessionId: SessionId
  readonly limits: ChatLimits | undefined
  readonly onDone: () => void
}

const LINES = ['warnCost', 'stopCost', 'warnTokens', 'stopTokens'] as const

/** Where the person wants to be told, and where the chat with all its agents is to pause. */
export function ChatLimitsForm({ sessionId, limits, onDone }: ChatLimitsFormProps) {
  const t = useText()
  const { api, app } = useChat()
  const [amounts, setAmounts] = useState(() => amountsOf(limits))
  const [tried, setTried] = useState(false)
  const { wrong, limits: wanted } = limitsOf(amounts)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wanted === null) return
    app.attempt(api.call('session.update', { sessionId, changes: { limits: wanted } }).then(onDone))
  }
  return (
    <form onSubmit={save} aria-label={t('chat.limits.form')} className="grid gap-3">
      <p className="text-fg-3 text-xs">{t('chat.limits.hint')}</p>
      <div className="grid grid-cols-2 gap-2">
        {LINES.map((line) => (
          <Field
            key={line}
            label={t(`chat.limits.${line}`)}
            error={tried && wrong.has(line) ? t('chat.limits.wrong') : null}
          >
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="decimal"
                value={amounts[line]}
                placeholder={t('chat.limits.none')}
                onText={(text) => setAmounts({ ...amounts, [line]: text })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary">
          {t('chat.limits.save')}
        </Button>
        <Button size="small" look="ghost" onClick={onDone}>
          {t('chat.limits.cancel')}
        </Button>
      </div>
    </form>
  )
}
