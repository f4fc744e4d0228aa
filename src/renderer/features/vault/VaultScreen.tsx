import { useState } from 'react'
import { useStore } from 'zustand'
import type { SecretListing, VaultStatus } from '#shared/vault/secret.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { DetailPanes } from '../../ui/panes/DetailPanes.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { PassphraseBanner } from './PassphraseBanner.tsx'
import { NO_SECRET, type PanelView, panelAfterChange } from './panel-view.ts'
import { SecretPanel } from './SecretPanel.tsx'
import { SecretsTable } from './SecretsTable.tsx'
import { StorePlaces } from './StorePlaces.tsx'
import type { VaultProps } from './vault-props.ts'
import { wantedBy } from './wanted.ts'

/** The names of secrets, where they are kept and who uses them. Values are only shown when asked for. */
export function VaultScreen({ api, app, toast }: VaultProps) {
  const t = useText()
  const status = useStore(app.store, (state) => state.vault)
  const secrets = useQuery('vault.list', {})
  const [view, setView] = useState<PanelView>(NO_SECRET)
  const changed = (next: PanelView) => {
    setView(next)
    secrets.reload()
  }
  const list = secrets.data ?? []
  return (
    <DetailPanes
      name="vault"
      panes={[
        {
          id: 'secrets',
          label: t('vault.secrets'),
          min: 480,
          content: (
            <section aria-label={t('shell.vault')} data-pane className="pane h-full bg-canvas">
              <VaultList
                status={status}
                secrets={secrets}
                view={view}
                api={api}
                app={app}
                toast={toast}
                onView={setView}
              />
            </section>
          ),
        },
      ]}
      detail={{
        label: t('vault.detail'),
        open: view.kind !== 'none',
        onClose: () => setView(NO_SECRET),
        content: (
          <SecretPanel
            view={panelAfterChange(view, list)}
            secrets={list}
            usable={isUsable(status)}
            onView={setView}
            onChanged={changed}
            api={api}
            app={app}
            toast={toast}
          />
        ),
      }}
    />
  )
}

function isUsable(status: VaultStatus | null): boolean {
  return status !== null && (status.backend === 'keychain' || status.backend === 'file')
}

type VaultListProps = VaultProps & {
  readonly status: VaultStatus | null
  readonly secrets: {
    readonly data: readonly SecretListing[] | null
    readonly problem: string | null
    readonly reload: () => void
  }
  readonly view: PanelView
  readonly onView: (view: PanelView) => void
}

function VaultList({ api, app, toast, status, secrets, view, onView }: VaultListProps) {
  const t = useText()
  const [filter, setFilter] = useState('')
  const list = secrets.data ?? []
  const models = useStore(app.store, (state) => state.models)
  const wanted = wantedBy(models, list)
  const fits = ({ name }: { name: string }) => name.toLowerCase().includes(filter.trim().toLowerCase())
  const usable = isUsable(status)
  return (
    <>
      <div className="grid gap-4 px-8 pt-5">
        <header className="flex flex-wrap items-center gap-x-2">
          <h2 className="min-w-0 grow font-semibold text-lg tracking-tight">{t('shell.vault')}</h2>
          {list.length === 0 ? null : (
            <TextInput
              quiet
              icon="search"
              type="search"
              aria-label={t('vault.filterLabel')}
              placeholder={t('vault.filter')}
              value={filter}
              onText={setFilter}
              className="w-50"
            />
          )}
          <Button
            look="primary"
            icon="plus"
            disabled={!usable}
            data-add-secret
            onClick={() => onView({ kind: 'add', name: '' })}
          >
            {t('vault.add')}
          </Button>
          <p className="w-full text-fg-2">{t('vault.lead')}</p>
        </header>
        {status === null ? null : <PassphraseBanner api={api} app={app} status={status} />}
        {status === null ? null : (
          <StorePlaces status={status} count={secrets.data?.filter(isPresent).length ?? null} />
        )}
        {secrets.problem === null ? null : <Failure message={secrets.problem} onRetry={secrets.reload} />}
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-5 pt-4">
        {secrets.data === null ? (
          secrets.problem === null ? (
            <Placeholder rows={6} rowHeight={40} />
          ) : null
        ) : list.length + wanted.length === 0 ? (
          <EmptyState icon="vault" title={t('vault.empty')}>
            {t('vault.emptyHint')}
          </EmptyState>
        ) : (
          <SecretsTable
            secrets={list.filter(fits)}
            wanted={wanted.filter(fits)}
            status={status}
            view={view}
            onView={onView}
            api={api}
            app={app}
            toast={toast}
          />
        )}
      </div>
    </>
  )
}

function isPresent(secret: SecretListing): boolean {
  return secret.present
}
