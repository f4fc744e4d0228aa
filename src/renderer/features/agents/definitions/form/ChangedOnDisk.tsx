import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Banner } from '../../../../ui/panes/Banner.tsx'

type ChangedOnDiskProps = {
  readonly onLoad: () => void
  /** The person's text may replace the new version. */
  readonly onKeep: () => void
}

/** Says that another program changed the file meanwhile. Nothing is overwritten unless the person says so. */
export function ChangedOnDisk({ onLoad, onKeep }: ChangedOnDiskProps) {
  const t = useText()
  return (
    <Banner
      look="warn"
      action={
        <>
          <Button size="small" look="ghost" onClick={onKeep}>
            {t('agents.form.keepMine')}
          </Button>
          <Button size="small" onClick={onLoad}>
            {t('agents.form.loadDisk')}
          </Button>
        </>
      }
    >
      {t('agents.form.changedOnDisk')}
    </Banner>
  )
}
