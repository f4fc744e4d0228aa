import { type FormEvent, type KeyboardEvent, type RefObject, useCallback, useState } from 'react'
import type { ChatLimits } from '#shared/session/chat-limits.ts'
import type { TeamLimits } from '#shared/team/team-limits.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../controls/Button.tsx'
import { Field } from '../controls/Field.tsx'
import { TextInput } from '../controls/TextInput.tsx'
import { useFocusAfter } from '../hooks/use-focus-after.ts'
import { LINES, limitsOf, textsOf } from './limits-draft.ts'

export type LimitLinesFormProps = {
  readonly label: string
  /** Whom the lines hold for, and what happens at them. */
  readonly hint: string
  readonly limits: ChatLimits | null
  /** The button that opened it, where the focus goes when it closes. */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onSave: (limits: TeamLimits) => void
  readonly onClose: () => void
}

/** Shows the form for warning and pause limits. Escape closes it. */
export function LimitLinesForm({ label, hint, limits, opener, onSave, onClose }: LimitLinesFormProps) {
  const t = useText()
  const [texts, setTexts] = useState(() => textsOf(limits))
  const [tried, setTried] = useState(false)
  // The button may come back in the same go in which this is taken away.
  const focusOpener = useCallback(() => queueMicrotask(() => opener.current?.focus()), [opener])
  const form = useFocusAfter<HTMLFormElement>(focusOpener)
  const { wrong, late, limits: wanted } = limitsOf(texts)
  const problemOf = (line: (typeof LINES)[number]) =>
    wrong.has(line) ? t('chat.limits.wrong') : late.has(line) ? t('chat.limits.late') : null
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wanted !== null) onSave(wanted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <form ref={form} onSubmit={save} onKeyDown={onKeyDown} aria-label={label} className="grid gap-3">
      <p className="text-fg-3 text-xs">{hint}</p>
      <div className="grid max-w-120 grid-cols-2 gap-2">
        {LINES.map((line, index) => (
          <Field key={line} label={t(`chat.limits.${line}`)} error={tried ? problemOf(line) : null}>
            {(ids) => (
              <TextInput
                {...ids}
                autoFocus={index === 0}
                inputMode="decimal"
                value={texts[line]}
                placeholder={t('chat.limits.none')}
                onText={(text) => setTexts({ ...texts, [line]: text })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary">
          {t('chat.limits.save')}
        </Button>
        <Button size="small" look="ghost" onClick={onClose}>
          {t('chat.limits.cancel')}
        </Button>
      </div>
    </form>
  )
}
