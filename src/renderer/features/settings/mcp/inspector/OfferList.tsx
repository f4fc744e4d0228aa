import type { McpOffers } from '#shared/mcp/inspector.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'
import type { TryTarget } from './inspector-view.ts'

type OfferListProps = {
  readonly tab: string
  readonly offers: McpOffers
  readonly onTry: (target: TryTarget) => void
}

type Offer = TryTarget & { readonly title: string; readonly description: string }

/** Lists the tools, resources or prompts of a server, each with a way to try it. */
export function OfferList({ tab, offers, onTry }: OfferListProps) {
  const t = useText()
  const shown = offersOf(tab, offers)
  if (shown.length === 0) return <p className="text-fg-2 text-sm">{t('settings.mcp.inspect.noOffers')}</p>
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)]">
      {shown.map((offer, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a server can list one name twice
          key={`${offer.name} ${at}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-line py-2 [&+li]:border-t"
        >
          <div className="grid min-w-0 gap-0.5">
            <span className="plain-code min-w-0 break-all font-medium text-sm">
              <ForeignText text={offer.name} />
            </span>
            <span className="line-clamp-3 break-words text-fg-2 text-xs">
              <ForeignText text={offer.title} />
              {offer.title === '' || offer.description === '' ? null : t('settings.mcp.gap')}
              <ForeignText text={offer.description} />
            </span>
          </div>
          <Button
            size="small"
            aria-label={t('settings.mcp.inspect.tryNamed', { name: offer.name })}
            onClick={() => onTry({ what: offer.what, name: offer.name, args: {} })}
          >
            {t('settings.mcp.inspect.try')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function offersOf(tab: string, { tools, resources, templates, prompts }: McpOffers): readonly Offer[] {
  if (tab === 'tools') {
    return tools.map(({ name, description }) => ({ what: 'call', name, args: {}, title: '', description }))
  }
  if (tab === 'prompts') {
    return prompts.map(({ name, description }) => ({
      what: 'prompt',
      name,
      args: {},
      title: '',
      description,
    }))
  }
  return [
    ...resources.map(({ uri, name, description }) => ({ uri, name, description })),
    ...templates.map(({ template, name, description }) => ({ uri: template, name, description })),
  ].map(({ uri, name, description }) => ({ what: 'read', name: uri, args: {}, title: name, description }))
}
