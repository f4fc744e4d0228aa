import { useStore } from 'zustand'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'
import type { TriggersProps } from './use-acts.ts'

/** Asks once whether the app keeps running without a window, after the first trigger was switched on. */
export function KeepRunningQuestion({ app }: Pick<TriggersProps, 'app'>) {
  const t = useText()
  const isAnswered = useStore(app.store, ({ settings }) => settings.keepRunning || settings.keepRunningAsked)
  const { data } = useQuery('app.tray', {})
  if (isAnswered) return null
  const answer = (keepRunning: boolean) =>
    app.attempt(app.changeSettings({ keepRunning, keepRunningAsked: true }))
  return (
    <div className="px-4 pt-3">
      <Banner
        look="plain"
        action={
          <>
            <Button size="small" onClick={() => answer(false)}>
              {t('triggers.keep.no')}
            </Button>
            <Button size="small" onClick={() => answer(true)}>
              {t('triggers.keep.yes')}
            </Button>
          </>
        }
      >
        {t('triggers.keep')} {data?.hasTray === false ? t('triggers.keep.noTray') : null}
      </Banner>
    </div>
  )
}
