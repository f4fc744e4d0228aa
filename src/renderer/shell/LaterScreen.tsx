import { useText } from '../messages/TextProvider.tsx'
import { Chip } from '../ui/Chip.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** A place that is kept free: it says what it is for and that it comes later. */
export function LaterScreen({ surface }: { surface: 'memory' }) {
  const t = useText()
  return (
    <section aria-label={t(`shell.${surface}`)} data-pane className="pane h-full bg-canvas">
      <EmptyState
        icon={surface}
        title={t(`shell.${surface}`)}
        action={<Chip look="flat">{t('shell.later')}</Chip>}
      >
        {t(`shell.${surface}.empty`)}
      </EmptyState>
    </section>
  )
}
