import { type FormEvent, useState } from 'react'
import type { PluginOffer, PluginOpened, PluginPreview } from '#shared/plugin/plugin.ts'
import { problemOf } from '../../../api.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useNoticeWords, useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { SectionHead, SettingGroup } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { PluginPreviewView } from './PluginPreviewView.tsx'
import { PluginRow } from './PluginRow.tsx'

type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'preview'; readonly preview: PluginPreview; readonly isReview: boolean }
  | { readonly kind: 'choice'; readonly source: string; readonly offers: readonly PluginOffer[] }

const LIST: View = { kind: 'list' }

/** The installed plugins, and the way to open, review, update and remove one. */
export function PluginsSection(props: SettingsProps) {
  const { api, app, toast } = props
  const t = useText()
  const say = useProblemWords()
  const words = useNoticeWords()
  const asked = useQuery('plugins.list', {})
  const [view, setView] = useState<View>(LIST)
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const data = problemOf(error)
      if (data.code !== 'cancelled') setProblem(say(data))
    } finally {
      setBusy(false)
    }
  }
  const take = (opened: PluginOpened | null) => {
    if (opened === null) return
    setView(opened.kind === 'choice' ? opened : { kind: 'preview', preview: opened.preview, isReview: false })
  }
  const open = (source: string, inside: string | null) =>
    during(async () => take(await api.command('plugins.open', { source, inside })))
  const choose = (kind: 'folder' | 'zip') =>
    during(async () => take(await api.command('plugins.choose', { kind })))
  const review = (name: string) =>
    during(async () => {
      setView({ kind: 'preview', preview: await api.command('plugins.review', { name }), isReview: true })
    })
  const update = (name: string) =>
    during(async () => {
      const preview = await api.command('plugins.checkUpdate', { name })
      if (preview === null) {
        toast({ mark: 'done', text: t('settings.plugins.newest', { name }), seconds: 5 })
      } else setView({ kind: 'preview', preview, isReview: false })
    })
  const list = asked.data
  if (view.kind === 'preview') {
    return (
      <PluginPreviewView
        preview={view.preview}
        isReview={view.isReview}
        onDone={() => setView(LIST)}
        {...props}
      />
    )
  }
  return (
    <>
      <SectionHead
        title={t('settings.plugins')}
        hint={t('settings.pluginsHint')}
        action={
          <>
            <Button icon="folder-open" disabled={busy} onClick={() => app.attempt(choose('folder'))}>
              {t('settings.plugins.folder')}
            </Button>
            <Button icon="file" disabled={busy} onClick={() => app.attempt(choose('zip'))}>
              {t('settings.plugins.zip')}
            </Button>
          </>
        }
      />
      <AddressForm
        address={address}
        busy={busy}
        onAddress={setAddress}
        onOpen={() => app.attempt(open(address, null))}
        onStop={() => app.attempt(api.command('plugins.cancel', {}))}
      />
      {problem === null ? null : <Banner look="bad">{problem}</Banner>}
      {view.kind === 'choice' ? (
        <Offers
          {...view}
          onOpen={(offer) => app.attempt(open(offer.address ?? view.source, offer.inside))}
          onClose={() => setView(LIST)}
        />
      ) : null}
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {list === null ? (
        asked.problem === null ? (
          <Placeholder rows={3} />
        ) : null
      ) : (
        <>
          {list.problem === null ? null : (
            <Banner look="bad">{words(list.problem.message, list.problem.said)}</Banner>
          )}
          {list.plugins.length === 0 ? (
            <EmptyState icon="puzzle" title={t('settings.plugins.none')}>
              {t('settings.plugins.noneHint')}
            </EmptyState>
          ) : (
            <SettingGroup label={t('settings.plugins.installed')}>
              {list.plugins.map((plugin) => (
                <PluginRow
                  key={plugin.name}
                  plugin={plugin}
                  busy={busy}
                  onReview={() => app.attempt(review(plugin.name))}
                  onUpdate={() => app.attempt(update(plugin.name))}
                  {...props}
                />
              ))}
            </SettingGroup>
          )}
        </>
      )}
    </>
  )
}

type AddressFormProps = {
  readonly address: string
  readonly busy: boolean
  readonly onAddress: (address: string) => void
  readonly onOpen: () => void
  readonly onStop: () => void
}

function AddressForm({ address, busy, onAddress, onOpen, onStop }: AddressFormProps) {
  const t = useText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() !== '') onOpen()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      <Field label={t('settings.plugins.address')} hint={t('settings.plugins.addressHint')}>
        {(ids) => (
          <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            <TextInput {...ids} mono value={address} onText={onAddress} />
            {busy ? (
              <Button onClick={onStop}>{t('settings.plugins.stop')}</Button>
            ) : (
              <Button type="submit" disabled={address.trim() === ''}>
                {t('settings.plugins.open')}
              </Button>
            )}
          </span>
        )}
      </Field>
      {busy ? (
        <p role="status" className="text-fg-3 text-sm">
          {t('settings.plugins.opening')}
        </p>
      ) : null}
    </form>
  )
}

type OffersProps = {
  readonly source: string
  readonly offers: readonly PluginOffer[]
  readonly onOpen: (offer: PluginOffer) => void
  readonly onClose: () => void
}

function Offers({ source, offers, onOpen, onClose }: OffersProps) {
  const t = useText()
  return (
    <SettingGroup label={t('settings.plugins.marketplace', { source })}>
      {offers.map((offer) => (
        <div
          key={offer.name}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-line px-4 py-3 [&+div]:border-t"
        >
          <div className="grid min-w-0 gap-1">
            <span className="font-medium">{offer.name}</span>
            <p className="break-words text-fg-2 text-sm">
              <ForeignText text={offer.description} prose />
            </p>
            {offer.address === null ? null : (
              <p className="break-all text-fg-3 text-xs">
                <ForeignText text={t('settings.plugins.elsewhere', { address: offer.address })} />
              </p>
            )}
          </div>
          <Button
            size="small"
            aria-label={t('settings.plugins.choose', { name: offer.name })}
            onClick={() => onOpen(offer)}
          >
            {t('settings.plugins.open')}
          </Button>
        </div>
      ))}
      <div className="flex justify-end border-line border-t px-4 py-2">
        <Button size="small" onClick={onClose}>
          {t('settings.plugins.cancel')}
        </Button>
      </div>
    </SettingGroup>
  )
}
