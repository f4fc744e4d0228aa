import { useState } from 'react'
import type { PluginListing } from '#shared/plugin/plugin.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { PluginCardView } from './PluginCardView.tsx'
import { sourceText } from './plugin-source.ts'

type PluginRowProps = SettingsProps & {
  readonly plugin: PluginListing
  readonly busy: boolean
  readonly onReview: () => void
  readonly onUpdate: () => void
}

const MARKS: Readonly<Record<PluginListing['state'], MarkState>> = {
  on: 'done',
  off: 'stop',
  changed: 'fail',
}

/** An installed plugin with its switch and its acts. */
export function PluginRow({ plugin, busy, onReview, onUpdate, api, app, toast }: PluginRowProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [asks, setAsks] = useState(false)
  const { name, version, source, state, card, changes } = plugin
  const turn = (on: boolean) => app.attempt(api.command('plugins.turn', { name, on }))
  const remove = async () => {
    await api.command('plugins.remove', { name })
    toast({ mark: 'done', text: t('settings.plugins.removed', { name }), seconds: 5 })
  }
  const files = changes === null ? [] : [...changes.changed, ...changes.added, ...changes.removed]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line px-4 py-3 [&+div]:border-t">
      <div className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-3">
        <span className="flex h-5 items-center">
          <Mark state={MARKS[state]} label={t(`settings.plugins.state.${state}`)} />
        </span>
        <div className="grid min-w-0 gap-0.5">
          <span>
            <span className="font-medium">{name}</span> <span className="text-fg-3 text-sm">{version}</span>
          </span>
          {card === null || card.description === '' ? null : (
            <p className="break-words text-fg-2 text-sm">
              <ForeignText text={card.description} prose />
            </p>
          )}
          <p className="break-all text-fg-3 text-xs">
            <ForeignText text={sourceText(source)} />
          </p>
        </div>
        {state === 'changed' ? null : (
          <Switch label={t('settings.plugins.turn', { name })} checked={state === 'on'} onChange={turn} />
        )}
      </div>
      {changes === null ? null : (
        <Banner
          action={
            <Button
              size="small"
              disabled={busy}
              aria-label={t('settings.plugins.reviewOf', { name })}
              onClick={onReview}
            >
              {t('settings.plugins.review')}
            </Button>
          }
        >
          {t('settings.plugins.changedNow', { count: files.length, files: files.slice(0, 5).join(', ') })}
        </Banner>
      )}
      {asks ? (
        <Banner
          action={
            <>
              <Button size="small" onClick={() => setAsks(false)}>
                {t('settings.plugins.keep')}
              </Button>
              <Button size="small" look="danger" onClick={() => app.attempt(remove())}>
                {t('settings.plugins.remove')}
              </Button>
            </>
          }
        >
          {t('settings.plugins.removeAsk', { name })}
        </Banner>
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          {card === null ? null : (
            <Button
              size="small"
              look="ghost"
              aria-expanded={isOpen}
              aria-label={t('settings.plugins.detailsOf', { name })}
              onClick={() => setOpen(!isOpen)}
            >
              {t('settings.plugins.details')}
            </Button>
          )}
          <Button
            size="small"
            disabled={busy}
            aria-label={t('settings.plugins.updateOf', { name })}
            onClick={onUpdate}
          >
            {t('settings.plugins.update')}
          </Button>
          <Button
            size="small"
            look="ghost-danger"
            aria-label={t('settings.plugins.removeOf', { name })}
            onClick={() => setAsks(true)}
          >
            {t('settings.plugins.remove')}
          </Button>
        </div>
      )}
      {isOpen && card !== null ? <PluginCardView card={card} source={source} /> : null}
    </div>
  )
}
