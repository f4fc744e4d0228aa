import { useText } from '../../messages/TextProvider.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'

type HookOutputProps = { readonly text: string; readonly onDismiss: () => void }

/** The output of the hooks that ran with a commit. */
export function HookOutput({ text, onDismiss }: HookOutputProps) {
  const t = useText()
  return (
    <section aria-label={t('changes.hookOutput')} className="grid gap-1">
      <header className="flex items-center text-fg-2 text-xs">
        <h3 className="grow font-medium">{t('changes.hookOutput')}</h3>
        <IconButton icon="x" label={t('changes.dismissOutput')} size="small" onClick={onDismiss} />
      </header>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long output is scrolled with keys
        tabIndex={0}
        className="max-h-40 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken p-2 plain-code text-fg-2 text-xs"
      >
        <ForeignText text={text} />
      </pre>
    </section>
  )
}
