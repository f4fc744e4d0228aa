import type { SecretUse } from '#shared/vault/secret.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useAgo } from '../../ui/base/time.ts'

/** More than this is history, and not what a person looks for here. */
const SHOWN = 8

/** When a secret was used, by whom, and whether it was given. */
export function LastUses({ uses }: { readonly uses: readonly SecretUse[] }) {
  const t = useText()
  const ago = useAgo()
  return (
    <section aria-label={t('vault.uses')} className="grid gap-2 border-line border-t px-4 py-3">
      <header className="flex items-baseline justify-between gap-2">
        <h3 className="font-semibold text-fg-2 text-sm">{t('vault.uses')}</h3>
        <span className="text-fg-3 text-xs">{t('vault.usesHint')}</span>
      </header>
      {uses.length === 0 ? <p className="text-fg-3 text-xs">{t('vault.usesNone')}</p> : null}
      <ul className="grid gap-1 text-sm">
        {uses.slice(0, SHOWN).map(({ by, purpose, allowed, at }) => (
          <li key={`${at}:${by}:${purpose}`} className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] gap-2">
            <span className="figures text-fg-3">{ago(at)}</span>
            <span className="truncate">
              {purpose === 'call' ? t('vault.use.call', { by }) : t(`vault.use.${purpose}`)}
            </span>
            <span className={allowed ? 'text-fg-3 text-xs' : 'text-bad-fg text-xs'}>
              {t(allowed ? 'vault.use.allowed' : 'vault.use.refused')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
