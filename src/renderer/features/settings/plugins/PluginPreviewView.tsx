import { useState } from 'react'
import type { PluginPreview, PluginUpdate } from '#shared/plugin/plugin.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { ConsentView, PluginCardView } from './PluginCardView.tsx'

type PluginPreviewViewProps = SettingsProps & {
  readonly preview: PluginPreview
  /** Whether the files are those of the installed plugin. */
  readonly isReview: boolean
  readonly onDone: () => void
}

/** Shows a plugin before it is installed or updated. Nothing of it runs until the person installs it. */
export function PluginPreviewView({ preview, isReview, onDone, api, app, toast }: PluginPreviewViewProps) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const { id, card, source, update } = preview
  const install = async () => {
    setBusy(true)
    try {
      await api.command('plugins.install', { id })
      toast({ mark: 'done', text: t('settings.plugins.done', { name: card.name }), seconds: 5 })
      onDone()
    } finally {
      setBusy(false)
    }
  }
  const cancel = () => {
    app.attempt(api.command('plugins.discard', { id }))
    onDone()
  }
  const act = isReview ? 'accept' : update === null ? 'install' : 'installUpdate'
  return (
    <section aria-label={t('settings.plugins.card', { name: card.name })} className="grid gap-4">
      <header className="grid gap-1">
        <h3 className="break-words font-semibold text-lg tracking-tight">
          <ForeignText text={card.name} />
        </h3>
        <p className="break-words text-fg-2">
          <ForeignText text={card.description} prose />
        </p>
      </header>
      {update === null ? null : <UpdateView update={update} />}
      <PluginCardView card={card} source={source} />
      <footer className="flex justify-end gap-2">
        <Button onClick={cancel}>{t('settings.plugins.cancel')}</Button>
        <Button look="primary" disabled={busy} onClick={() => app.attempt(install())}>
          {t(`settings.plugins.${act}`)}
        </Button>
      </footer>
    </section>
  )
}

const LISTS = ['added', 'changed', 'removed'] as const

function UpdateView({ update }: { readonly update: PluginUpdate }) {
  const t = useText()
  const { from, grows, more, otherSource } = update
  return (
    <section className="grid gap-2 text-sm">
      <h4 className="font-semibold text-fg-2">
        {from === '' ? t('settings.plugins.updateTitlePlain') : t('settings.plugins.updateTitle', { from })}
      </h4>
      {otherSource ? <Banner>{t('settings.plugins.otherSource')}</Banner> : null}
      {grows ? (
        <Banner>
          {t('settings.plugins.grows')}
          <ConsentView consent={more} />
        </Banner>
      ) : (
        <p className="text-fg-2">{t('settings.plugins.same')}</p>
      )}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1">
        {LISTS.map((list) =>
          update[list].length === 0 ? null : (
            <div key={list} className="contents">
              <dt className="text-fg-3">{t(`settings.plugins.changes.${list}`)}</dt>
              <dd className="plain-code break-words text-xs">
                <ForeignText text={update[list].slice(0, 50).join(', ')} />
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}
