import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useDateText } from '../../../ui/base/time.ts'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { HealthWords } from './HealthWords.tsx'
import { markOf } from './mcp-view.ts'

type ServerProps = { readonly server: McpServerListing }

/** The name of a server with its kind, place and health. */
export function ServerHead({ server }: ServerProps) {
  const t = useText()
  const { name, kind, health, source, sandboxed } = server
  return (
    <header className="grid min-w-0 gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Mark state={markOf(health)} label={t(`settings.mcp.state.${health.state}`)} />
        <h2 className="min-w-0 break-words font-semibold text-lg tracking-tight">{name}</h2>
        <Chip size="small" mono>
          {kind}
        </Chip>
        <Chip size="small" look="flat">
          {t(`settings.mcp.source.${source}`)}
        </Chip>
        {sandboxed ? (
          <Chip size="small" look="flat">
            {t('settings.mcp.sandboxed')}
          </Chip>
        ) : null}
      </div>
      <div role="status" className="grid min-w-0">
        <HealthWords server={server} />
      </div>
    </header>
  )
}

/** The configuration of a server and its figures. */
export function ServerFacts({ server }: ServerProps) {
  const t = useText()
  const numbers = useNumbers()
  const date = useDateText()
  const { permits, sampledTokens } = server
  const { target, given, protocol, signedInAt, tokens, calls, errors, lastUsedAt, kind, health } = server
  const facts = [
    [t(kind === 'stdio' ? 'settings.mcp.fact.command' : 'settings.mcp.fact.url'), target],
    ...(given.length === 0 ? [] : [[t('settings.mcp.fact.given'), given.join(', ')] as const]),
    ...(permits.length === 0
      ? []
      : [
          [
            t('settings.mcp.fact.permits'),
            permits.map((feature) => t(`settings.mcp.permit.${feature}`)).join(t('settings.mcp.gap')),
          ] as const,
        ]),
    ...(sampledTokens === 0 ? [] : [[t('settings.mcp.fact.sampled'), numbers.short(sampledTokens)] as const]),
    ...(protocol === null ? [] : [[t('settings.mcp.fact.protocol'), protocol] as const]),
    ...(signedInAt === null ? [] : [[t('settings.mcp.fact.signedIn'), signedInAt] as const]),
    ...(tokens === null ? [] : [[t('settings.mcp.fact.tokens'), numbers.short(tokens)] as const]),
    [t('settings.mcp.fact.calls'), t('settings.mcp.callsWithErrors', { calls, errors })],
    [t('settings.mcp.fact.lastUse'), lastUsedAt === null ? t('settings.mcp.never') : date(lastUsedAt)],
    ...(health.state === 'failed' ? [[t('settings.mcp.fact.reason'), health.reason] as const] : []),
  ] as const
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-fg-3">{label}</dt>
          <dd className="figures break-words text-fg-2">
            <ForeignText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
