import { useState } from 'react'
import { useStore } from 'zustand'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'

/** Shows once, on every screen, that required keys are unavailable, with a link to the vault. */
export function VaultBanner({ app }: { app: AppStore }) {
  const t = useText()
  const backend = useStore(app.store, ({ vault }) => vault?.backend ?? 'keychain')
  const model = useStore(app.store, ({ models }) => models.find(({ apiKeyRef }) => isVaultKey(apiKeyRef)))
  const away = useStore(app.store, ({ surface }) => surface !== 'vault')
  const [read, setRead] = useState(false)
  if (read || !away || model === undefined || (backend !== 'none' && backend !== 'locked')) return null
  return (
    <div className="px-4 pt-3">
      <Banner
        action={
          <>
            <Button size="small" look="ghost" onClick={() => setRead(true)}>
              {t('shell.vault.later')}
            </Button>
            <Button size="small" onClick={() => app.show('vault')}>
              {t('shell.vault.open')}
            </Button>
          </>
        }
      >
        {t(`shell.vault.${backend}`, { model: model.label })}
      </Banner>
    </div>
  )
}

function isVaultKey(ref: string | null): boolean {
  return ref?.startsWith('vault:') === true
}
