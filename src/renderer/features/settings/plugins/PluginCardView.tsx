import type { ReactNode } from 'react'
import {
  PLUGIN_PARTS,
  type PluginCard,
  type PluginConsent,
  type PluginSource,
} from '#shared/plugin/plugin.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../ui/base/bytes-text.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { sourceText } from './plugin-source.ts'

type PluginCardViewProps = { readonly card: PluginCard; readonly source: PluginSource }

/** Shows what a plugin adds, starts, reaches and may do. */
export function PluginCardView({ card, source }: PluginCardViewProps) {
  const t = useText()
  const bytes = useBytesText()
  const numbers = useNumbers()
  const words = useNoticeWords()
  const { version, author, homepage, files, size, tokens, parts, hosts, namedHosts, problems } = card
  const facts = [
    ['from', sourceText(source)],
    ['version', version],
    ['author', author],
    ['homepage', homepage],
    ['files', t('settings.plugins.size', { count: files, size: bytes(size) })],
    [
      'tokens',
      [
        t('settings.plugins.tokensOf', {
          always: numbers.whole(tokens.always),
          used: numbers.whole(tokens.whenUsed),
        }),
        parts.servers.length > 0 ? t('settings.plugins.tokensServers') : '',
      ]
        .filter((text) => text !== '')
        .join('. '),
    ],
  ] as const
  const added = PLUGIN_PARTS.filter((part) => parts[part].length > 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1">
        {facts.map(([fact, value]) =>
          value === '' ? null : (
            <Fact key={fact} title={t(`settings.plugins.${fact}`)}>
              <ForeignText text={value} />
            </Fact>
          ),
        )}
      </dl>
      <Part title={t('settings.plugins.adds')}>
        {added.length === 0 ? (
          <p className="text-fg-3">{t('settings.plugins.nothing')}</p>
        ) : (
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1">
            {added.map((part) => (
              <Fact key={part} title={t(`settings.plugins.part.${part}`)}>
                <ForeignText text={[...new Set(parts[part])].join(', ')} />
              </Fact>
            ))}
          </dl>
        )}
      </Part>
      <Part title={t('settings.plugins.starts')}>
        {card.processes.length === 0 ? (
          <p className="text-fg-3">{t('settings.plugins.startsNone')}</p>
        ) : (
          <>
            <Processes processes={card.processes} />
            <p className="text-fg-3 text-xs">{t('settings.plugins.sandboxed')}</p>
          </>
        )}
      </Part>
      <Part title={t('settings.plugins.hosts')}>
        <p className={hosts.length === 0 ? 'text-fg-3' : 'break-words'}>
          {hosts.length === 0 ? t('settings.plugins.hostsNone') : <ForeignText text={hosts.join(', ')} />}
        </p>
        {namedHosts.length === 0 ? null : (
          <p className="break-words text-fg-3 text-xs">
            <ForeignText text={t('settings.plugins.namedHosts', { hosts: namedHosts.join(', ') })} />
          </p>
        )}
      </Part>
      <Part title={t('settings.plugins.rights')}>
        {card.rights.length === 0 ? (
          <p className="text-fg-3">{t('settings.plugins.rightsNone')}</p>
        ) : (
          <Rights rights={card.rights} />
        )}
      </Part>
      {problems.length === 0 ? null : (
        <Part title={t('settings.plugins.problems')}>
          <ul className="grid gap-1">
            {problems.map(({ file, message, said }) => (
              <li key={`${file} ${message}`} className="break-words text-fg-2">
                <ForeignText text={`${file}: ${words(message, said)}`} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

/** Lists the rights that the person has not agreed to yet. */
export function ConsentView({ consent }: { readonly consent: PluginConsent }) {
  const { processes, hosts, rights } = consent
  return (
    <div className="grid gap-2 pt-2">
      {processes.length === 0 ? null : <Processes processes={processes} />}
      {hosts.length === 0 ? null : (
        <p className="break-words">
          <ForeignText text={hosts.join(', ')} />
        </p>
      )}
      {rights.length === 0 ? null : <Rights rights={rights} />}
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-1">
      <h4 className="font-semibold text-fg-2">{title}</h4>
      {children}
    </section>
  )
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-fg-3">{title}</dt>
      <dd className="break-words text-fg-2">{children}</dd>
    </div>
  )
}

function Processes({ processes }: Pick<PluginConsent, 'processes'>) {
  const t = useText()
  return (
    <ul className="grid gap-1">
      {processes.map(({ kind, name, when, command }) => (
        <li key={`${kind} ${name} ${when} ${command}`} className="grid min-w-0 gap-0.5">
          <span className="text-fg-2 text-xs">
            {t(`settings.plugins.kind.${kind}`)} <ForeignText text={when === '' ? name : when} />
          </span>
          <code className="plain-code whitespace-pre-wrap break-all text-xs">
            <ForeignText text={command} />
          </code>
        </li>
      ))}
    </ul>
  )
}

function Rights({ rights }: Pick<PluginConsent, 'rights'>) {
  const t = useText()
  return (
    <ul className="list-disc pl-5">
      {rights.map(({ kind, about }) => (
        <li key={`${kind} ${about}`}>
          {kind === 'variable'
            ? t('settings.plugins.right.variable', { name: about })
            : t(`settings.plugins.right.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
