import type { ReactNode } from 'react'
import type { VaultStatus } from '#shared/vault/secret.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Mark, type MarkState } from '../../ui/controls/Mark.tsx'

/** `null`: how many there are is still being read. */
type StorePlacesProps = { readonly status: VaultStatus; readonly count: number | null }

/** Shows where secrets are stored, and where they never are. */
export function StorePlaces({ status, count }: StorePlacesProps) {
  const t = useText()
  const { backend, keychainName } = status
  const inKeychain = backend === 'keychain'
  const inFile = backend === 'file'
  const locked = backend === 'locked'
  return (
    <fieldset
      aria-label={t('vault.places')}
      className="grid grid-cols-3 rounded-lg border border-line-strong bg-raised shadow-card"
    >
      <Place
        mark={inKeychain ? 'done' : 'pend'}
        label={inKeychain ? undefined : t('vault.places.notInUse')}
        title={keychainName === '' ? t('vault.places.keychain') : keychainName}
      >
        {!inKeychain
          ? t('vault.places.keychainNone')
          : count === null
            ? t('vault.places.reading')
            : t('vault.places.keychainHint', { count })}
      </Place>
      <Place
        mark={inFile ? 'done' : locked ? 'wait' : 'pend'}
        label={inFile ? undefined : locked ? t('vault.places.locked') : t('vault.places.notInUse')}
        title={t('vault.places.file')}
      >
        {inFile
          ? count === null
            ? t('vault.places.reading')
            : t('vault.places.fileHint', { count })
          : locked
            ? t('vault.places.locked')
            : t('vault.places.fileNone')}
      </Place>
      <Place mark="done" label={undefined} title={t('vault.places.elsewhere')}>
        {t('vault.places.elsewhereHint')}
      </Place>
    </fieldset>
  )
}

type PlaceProps = {
  readonly mark: MarkState
  readonly label: string | undefined
  readonly title: string
  readonly children: ReactNode
}

function Place({ mark, label, title, children }: PlaceProps) {
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)] content-start gap-x-2 border-line px-4 py-3 text-sm [&+div]:border-l">
      <Mark state={mark} {...(label === undefined ? {} : { label })} />
      <span className="font-medium">{title}</span>
      <p className="col-start-2 mt-1 text-fg-3 text-xs">{children}</p>
    </div>
  )
}
