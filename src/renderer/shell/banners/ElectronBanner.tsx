import { useStore } from 'zustand'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'

/** Warns that this version of Electron gets no security updates, until the person dismisses the notice. */
export function ElectronBanner({ app }: { app: AppStore }) {
  const t = useText()
  const version = useStore(app.store, (state) => state.oldElectron)
  // A person reads it before a chat or in the settings; in a chat it would only take room.
  const inView = useStore(
    app.store,
    ({ surface, openSession }) => surface === 'settings' || (surface === 'chat' && openSession === null),
  )
  if (version === null || !inView) return null
  return (
    <div className="px-4 pt-3">
      <Banner
        action={
          <Button size="small" onClick={() => app.attempt(app.dismissOldElectron())}>
            {t('shell.oldElectron.dismiss')}
          </Button>
        }
      >
        {t('shell.oldElectron', { version, command: 'npm run setup' })}
      </Banner>
    </div>
  )
}
