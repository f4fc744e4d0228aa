import type { SecretListing } from '#shared/vault/secret.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import type { SecretUser } from './users.ts'
import type { PanelProps } from './vault-props.ts'

type SecretUsersProps = PanelProps & { readonly secret: SecretListing; readonly users: readonly SecretUser[] }

/** Shows the users of a secret, with buttons to revoke or restore access. */
export function SecretUsers({ secret, users, api, app }: SecretUsersProps) {
  const t = useText()
  const { name } = secret
  const count = users.filter(({ allowed }) => allowed).length
  const set = (by: string, allowed: boolean) => app.attempt(api.command('vault.allow', { name, by, allowed }))
  return (
    <section aria-label={t('vault.who')} className="grid gap-2 border-line border-t px-4 py-3">
      <header className="flex items-baseline justify-between gap-2">
        <h3 className="font-semibold text-fg-2 text-sm">{t('vault.who')}</h3>
        {users.length === 0 ? null : (
          <span className="figures text-fg-3 text-xs">{t('vault.whoCount', { count })}</span>
        )}
      </header>
      {users.length === 0 ? <p className="text-fg-3 text-xs">{t('vault.whoNone')}</p> : null}
      <ul>
        {users.map((user) => (
          <UserRow key={user.by} user={user} onAllow={(allowed) => set(user.by, allowed)} />
        ))}
      </ul>
    </section>
  )
}

type UserRowProps = { readonly user: SecretUser; readonly onAllow: (allowed: boolean) => void }

function UserRow({ user: { by, host, allowed }, onAllow }: UserRowProps) {
  const t = useText()
  return (
    <li className="flex min-h-12 items-center gap-3 border-line py-1.5 text-sm [&+li]:border-t">
      <span className="grid size-6 shrink-0 place-items-center rounded-md bg-select text-fg-2">
        <Icon name="model" size="s" />
      </span>
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium" title={by}>
          {by}
        </span>
        <span className={allowed ? 'text-fg-3 text-xs' : 'text-warn-fg text-xs'}>
          {allowed
            ? host === null
              ? t('vault.whoBefore')
              : t('vault.whoSent', { host })
            : t('vault.whoRevoked')}
        </span>
      </span>
      {host === null && allowed ? null : (
        <Button
          size="small"
          look="ghost"
          aria-label={t(allowed ? 'vault.revokeOf' : 'vault.allowOf', { by })}
          onClick={() => onAllow(!allowed)}
        >
          {t(allowed ? 'vault.revoke' : 'vault.allow')}
        </Button>
      )}
    </li>
  )
}
