import { useStore } from 'zustand'
import type { SecretListing } from '#shared/vault/secret.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useAgo, useDateText } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import { LastUses } from './LastUses.tsx'
import type { PanelView } from './panel-view.ts'
import { RenameForm } from './RenameForm.tsx'
import { SecretForm } from './SecretForm.tsx'
import { SecretUsers } from './SecretUsers.tsx'
import { kindOf, usersOf } from './users.ts'
import type { PanelProps } from './vault-props.ts'

type SecretPanelProps = PanelProps & { readonly view: PanelView; readonly usable: boolean }

/** Shows the panel next to the table: one secret, or the form for it. */
export function SecretPanel({ view, usable, ...rest }: SecretPanelProps) {
  const t = useText()
  const label =
    view.kind === 'none' || view.kind === 'add' ? t('vault.detail') : t('vault.about', { name: view.name })
  return (
    <aside aria-label={label} data-pane className="pane h-full overflow-auto bg-side">
      <PanelContent view={view} usable={usable} {...rest} />
    </aside>
  )
}

function PanelContent({ view, usable, ...rest }: SecretPanelProps) {
  const t = useText()
  switch (view.kind) {
    case 'none':
      return <p className="px-4 py-5 text-fg-3 text-sm">{usable ? t('vault.pick') : t('vault.pickLater')}</p>
    case 'add':
      return <SecretForm key={`add-${view.name}`} name={view.name} fresh {...rest} />
    case 'replace':
      return <SecretForm key={view.name} name={view.name} fresh={false} {...rest} />
    case 'rename':
      return <RenameForm key={view.name} name={view.name} {...rest} />
    default: {
      const secret = rest.secrets.find((each) => each.name === view.name)
      if (secret === undefined) return null
      return <Known secret={secret} deleting={view.kind === 'delete'} {...rest} />
    }
  }
}

type KnownProps = PanelProps & { readonly secret: SecretListing; readonly deleting: boolean }

function Known({ secret, deleting, ...rest }: KnownProps) {
  const t = useText()
  const date = useDateText()
  const ago = useAgo()
  const { name } = secret
  const models = useStore(rest.app.store, (state) => state.models)
  const users = usersOf(secret, models)
  const facts = [
    [t('vault.column.kind'), t(`vault.kind.${kindOf(secret, models)}`)],
    [t('vault.reference'), <span key="reference" className="plain-code break-all">{`vault:${name}`}</span>],
    [t('vault.added'), date(secret.createdAt)],
    [t('vault.changed'), date(secret.updatedAt)],
    [t('vault.column.lastUsed'), secret.lastUsedAt === null ? t('vault.never') : ago(secret.lastUsedAt)],
  ] as const
  return (
    <>
      <section className="grid gap-2 px-4 pt-5 pb-3">
        <header className="flex min-h-6 items-center gap-2">
          <h2 className="min-w-0 break-words font-semibold text-lg tracking-tight">{name}</h2>
          <span className="grow" />
          <Button size="small" onClick={() => rest.onView({ kind: 'rename', name })}>
            {t('vault.rename')}
          </Button>
          <Button size="small" onClick={() => rest.onView({ kind: 'replace', name })}>
            {t('vault.replace')}
          </Button>
        </header>
        <dl className="figures grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {facts.map(([term, fact]) => (
            <div key={term} className="contents">
              <dt className="text-fg-3">{term}</dt>
              <dd className="text-right">{fact}</dd>
            </div>
          ))}
        </dl>
      </section>
      <SecretUsers secret={secret} users={users} {...rest} />
      <LastUses uses={secret.uses} />
      <section className="border-line border-t px-4 py-3">
        {deleting ? (
          <DeleteForm secret={secret} {...rest} />
        ) : (
          <p className="text-fg-3 text-xs">{t('vault.deleteHint')}</p>
        )}
      </section>
    </>
  )
}
