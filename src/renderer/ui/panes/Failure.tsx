import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../controls/Button.tsx'
import { ForeignText } from '../text/ForeignText.tsx'
import { Banner } from './Banner.tsx'

type FailureProps = { readonly message: string; readonly onRetry?: (() => void) | undefined }

/** Shows why a view failed to load, with a next step. */
export function Failure({ message, onRetry }: FailureProps) {
  const t = useText()
  return (
    <Banner
      look="bad"
      action={
        onRetry === undefined ? undefined : (
          <Button size="small" look="ghost" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )
      }
    >
      <ForeignText text={message} prose lines />
    </Banner>
  )
}
