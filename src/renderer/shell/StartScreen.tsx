import type { AppErrorData } from '#shared/errors.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { useLate } from '../ui/hooks/use-late.ts'
import { EmptyState } from '../ui/panes/EmptyState.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'

/** Most starts are over by then. */
const QUIET_MS = 300

type StartScreenProps = { readonly problem: AppErrorData | null; readonly onRetry: () => void }

/** Shows the window before main has answered, or after a failed start. */
export function StartScreen({ problem, onRetry }: StartScreenProps) {
  const t = useText()
  if (problem === null) return <Opening />
  return (
    <main className="h-full bg-canvas">
      <EmptyState
        icon="alert"
        title={t('shell.openFailed')}
        action={
          <Button look="primary" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        }
      >
        {problem.message}
      </EmptyState>
    </main>
  )
}

/** Nothing at first: even a hidden word has its font read and laid out, just when main and the page are busiest. */
function Opening() {
  const t = useText()
  const late = useLate(QUIET_MS)
  if (!late) return null
  return (
    <main className="h-full bg-canvas p-16" aria-label={t('shell.opening')}>
      <Placeholder rows={6} quietMs={0} />
    </main>
  )
}
