import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../controls/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

/** Shows that a screen failed to render. */
export function BrokenScreen({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText()
  return (
    <EmptyState
      icon="alert"
      title={t('shell.broken')}
      action={
        <Button look="primary" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      }
    >
      {t('shell.brokenHint', { detail: error.message })}
    </EmptyState>
  )
}
