import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../base/Icon.tsx'
import { Button } from '../controls/Button.tsx'
import { CopyButton } from '../controls/CopyButton.tsx'
import { PlainText } from './PlainText.tsx'

type PlainSourceProps = {
  readonly text: string
  /** Why the text is shown as it is. */
  readonly reason: string
  readonly onRetry?: () => void
}

/** Content as plain text, with the reason and a button that copies all of it. */
export function PlainSource({ text, reason, onRetry }: PlainSourceProps) {
  const t = useText()
  return (
    <section
      aria-label={t('ui.plain.label')}
      className="min-w-0 overflow-hidden rounded-md border border-line bg-sunken"
    >
      <div className="flex min-h-(--h-row) items-center gap-2 border-line border-b py-1 pr-1 pl-3 text-fg-2 text-xs">
        <Icon name="info" size="s" className="shrink-0 text-fg-3" />
        <span className="min-w-0 grow break-words">{reason}</span>
        {onRetry === undefined ? null : (
          <Button size="small" look="ghost" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )}
        <CopyButton text={text} label={t('ui.plain.copy')} />
      </div>
      <PlainText text={text} className="max-h-120 overflow-auto px-3 py-2" />
    </section>
  )
}
