import { useText } from '../../messages/TextProvider.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'

type ReuseEditsProps = {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Shows the option to reuse results of agents that could change files, even after changed calls. */
export function ReuseEdits({ checked, onChange }: ReuseEditsProps) {
  const t = useText()
  return (
    <div>
      <Checkbox label={t('workflows.fork.reuse')} checked={checked} onChange={onChange} />
      <p className="pl-6 text-fg-3 text-xs">{t('workflows.fork.reuseHint')}</p>
    </div>
  )
}
