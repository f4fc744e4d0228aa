import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Banner } from '../ui/panes/Banner.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

/** A failure in three parts. */
export type ActProblem = {
  /** The act that failed. */
  readonly title: string
  /** The reason, with the next step. */
  readonly reason: string
  /** The work that is kept. */
  readonly kept: string
}

type ActFailureProps = { readonly problem: ActProblem; readonly onRetry?: (() => void) | undefined }

/** Shows what failed, why, and what was kept, with the next step. */
export function ActFailure({ problem: { title, reason, kept }, onRetry }: ActFailureProps) {
  const t = useText()
  return (
    <Banner
      look="bad"
      action={
        onRetry === undefined ? undefined : (
          <Button size="small" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )
      }
    >
      <p className="font-medium">{title}</p>
      <p className="whitespace-pre-line">
        <ForeignText text={reason} lines prose />
      </p>
      <p className="text-fg-2">{kept}</p>
    </Banner>
  )
}
