import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { useBusy } from '../branches/MessageActions.tsx'
import { useLeftOut } from '../branches/use-snipped.ts'
import { useSnips } from '../branches/use-snips.ts'
import { useChat } from '../chat-context.ts'

/** Shows the snipped exchanges and the saved tokens, each with a restore button. Empty without any. */
export function SnippedList() {
  const t = useText()
  const numbers = useNumbers()
  const { toast } = useChat()
  const busy = useBusy()
  const { data: answer, problem } = useLeftOut(true)
  const { restore } = useSnips()
  if (problem !== null) return <FieldError>{problem}</FieldError>
  if (answer === null || answer.length === 0) return null
  const saved = answer.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <div className="grid gap-1">
      <h4 className="flex items-baseline gap-2 text-fg-3 text-xs">
        {t('snip.list')}
        <span className="figures ml-auto">{t('snip.saves', { tokens: numbers.short(saved) })}</span>
      </h4>
      <ul aria-label={t('snip.list')} className="grid gap-1">
        {answer.map(({ first, words, tokens }) => (
          <li key={first} className="flex items-center gap-2 text-fg-2 text-sm">
            <span className="min-w-0 flex-1 truncate">{words}</span>
            <span className="figures shrink-0 text-fg-3 text-xs">{numbers.short(tokens)}</span>
            {toast === null ? null : (
              <Button
                size="small"
                look="ghost"
                aria-label={`${t('snip.restore')}: ${words}`}
                disabled={busy}
                onClick={() => restore(first)}
              >
                {t('snip.putBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
