import type { ReactNode } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'

type InspectorHeadProps = {
  readonly title: string
  readonly onBack: () => void
  /** Stands right of the title. */
  readonly children?: ReactNode
}

/** The head of a page inside the inspector, with the way back to the overview. */
export function InspectorHead({ title, onBack, children }: InspectorHeadProps) {
  const t = useText()
  return (
    <div className="flex h-(--h-bar) shrink-0 items-center gap-1 pr-2 pl-2">
      <IconButton icon="left" size="small" label={t('context.back')} autoFocus onClick={onBack} />
      <h3 className="pane-title whitespace-nowrap font-semibold text-fg-2 text-sm">{title}</h3>
      <span className="grow" />
      {children}
    </div>
  )
}
