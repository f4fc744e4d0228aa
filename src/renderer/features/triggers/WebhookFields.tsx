import type { TriggerListing } from '#shared/trigger/trigger.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

type WebhookFieldsProps = {
  readonly api: Data
  readonly app: AppStore
  readonly toast: ShowToast
  readonly listing: TriggerListing
}

/** The address of a webhook, and its secret, which stays in the vault. */
export function WebhookFields({ api, app, toast, listing: { trigger, address } }: WebhookFieldsProps) {
  const t = useText()
  const name = `webhook-${trigger.id}`
  const done = (text: string) => () => toast({ mark: 'done', text, seconds: 5 })
  const copy = () => app.attempt(api.command('vault.copy', { name }).then(done(t('triggers.secretCopied'))))
  const renew = () =>
    app.attempt(
      api.command('trigger.newSecret', { triggerId: trigger.id }).then(done(t('triggers.secretMade'))),
    )
  return (
    <dl className="grid gap-1 text-sm">
      <dt className="font-medium text-fg-2">{t('triggers.address')}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        <code className="plain-code min-w-0 grow break-all text-xs">
          {address ?? t('triggers.addressNone')}
        </code>
        {address === null ? null : <CopyButton text={address} label={t('triggers.copyAddress')} />}
      </dd>
      <dt className="font-medium text-fg-2">{t('triggers.secret')}</dt>
      <dd className="grid gap-1">
        <span className="flex gap-2">
          <Button size="small" onClick={copy}>
            {t('triggers.copySecret')}
          </Button>
          <Button size="small" onClick={renew}>
            {t('triggers.newSecret')}
          </Button>
        </span>
        <span className="text-fg-3 text-xs">{t('triggers.secretHint', { name })}</span>
      </dd>
    </dl>
  )
}
