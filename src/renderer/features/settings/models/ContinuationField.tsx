import { useId } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { type ModelDraft, offersContinuation } from './model-view.ts'

type ContinuationFieldProps = {
  readonly draft: Pick<ModelDraft, 'api' | 'continuation'>
  readonly onChange: (continuation: boolean) => void
}

/** Shows the switch for continued requests, where the protocol has them. */
export function ContinuationField({ draft, onChange }: ContinuationFieldProps) {
  const t = useText()
  const hint = useId()
  if (!offersContinuation(draft)) return null
  return (
    <div className="grid gap-1">
      <div className="flex min-h-6 items-center gap-2 text-sm">
        <span className="grow font-medium text-fg-2">{t('settings.field.continuation')}</span>
        <Switch
          label={t('settings.field.continuation')}
          describedBy={hint}
          checked={draft.continuation}
          onChange={onChange}
        />
      </div>
      <p id={hint} className="text-fg-3 text-xs">
        {t('settings.field.continuationHint')}
      </p>
    </div>
  )
}
