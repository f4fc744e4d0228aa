import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { SectionHead } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { CopiesGroup } from './CopiesGroup.tsx'
import { LeftoversGroup } from './LeftoversGroup.tsx'
import { RestoreGroup } from './RestoreGroup.tsx'
import { SizeGroup } from './SizeGroup.tsx'

/** Everything that is stored: its size, and copies of it elsewhere. */
export function DataSection(props: SettingsProps) {
  const t = useText()
  const sizes = useQuery('home.sizes', {})
  return (
    <>
      <SectionHead
        title={t('settings.data')}
        {...(sizes.data === null ? {} : { hint: t('data.hint', { home: sizes.data.home }) })}
        action={
          <Button icon="refresh" onClick={sizes.reload}>
            {t('data.measureAgain')}
          </Button>
        }
      />
      <SizeGroup sizes={sizes.data} problem={sizes.problem} onRetry={sizes.reload} />
      <CopiesGroup {...props} />
      <RestoreGroup {...props} />
      <LeftoversGroup {...props} />
    </>
  )
}
