import { ACCESS_KINDS, type AccessEntry, type AccessKind } from '#shared/access/access.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { SectionHead, SettingGroup } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { useClosing } from './use-closing.ts'

const NONE: readonly AccessEntry[] = []

/** Everything that can run programs of others or be reached by other programs: its state, and the way to close it. */
export function AccessSection(props: SettingsProps) {
  const t = useText()
  const { data, problem, reload } = useQuery('access.list', {})
  const { closes, close } = useClosing(props, reload)
  const entries = data?.entries ?? NONE
  const kinds = ACCESS_KINDS.filter((kind) => entries.some((each) => each.kind === kind))
  return (
    <>
      <SectionHead
        title={t('settings.access')}
        hint={t('access.hint')}
        action={
          <Button icon="refresh" onClick={reload}>
            {t('settings.hooks.again')}
          </Button>
        }
      />
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {data === null && problem === null ? <Placeholder rows={5} /> : null}
      {data?.missing.map((kind) => (
        <Banner key={kind} look="bad">
          {t('access.missing', { kind: t(`access.kind.${kind}`) })}
        </Banner>
      ))}
      {data !== null && entries.length === 0 ? (
        <EmptyState icon="lock" title={t('access.none')}>
          {t('access.noneWhy')}
        </EmptyState>
      ) : null}
      {kinds.map((kind) => (
        <SettingGroup key={kind} label={t(`access.kind.${kind}`)}>
          <p className="border-line border-b px-4 py-2 text-fg-3 text-xs">{t(`access.about.${kind}`)}</p>
          {inOrder(entries, kind).map((entry) => (
            <AccessLine
              key={entry.id}
              entry={entry}
              onClose={closes(entry) && entry.state === 'open' ? () => close(entry) : null}
            />
          ))}
        </SettingGroup>
      ))}
    </>
  )
}

const ORDER: Readonly<Record<AccessEntry['state'], number>> = { open: 0, asks: 1, closed: 2 }

/** The entries of a kind, those that are open first. */
function inOrder(entries: readonly AccessEntry[], kind: AccessKind): readonly AccessEntry[] {
  return entries
    .filter((each) => each.kind === kind)
    .toSorted((left, right) => ORDER[left.state] - ORDER[right.state])
}

const CHIPS = { open: 'ok', asks: 'warn', closed: 'flat' } as const

type AccessLineProps = { readonly entry: AccessEntry; readonly onClose: (() => void) | null }

function AccessLine({ entry, onClose }: AccessLineProps) {
  const t = useText()
  const dateText = useDateText()
  const { kind, name, detail, project, state, opened } = entry
  const title = name === '' ? t(kind === 'webhooks' ? 'access.webhooks' : 'access.socket') : name
  const since = opened === null || state === 'closed' ? null : dateText(opened.at)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line px-4 py-2.5 [&+div]:border-t">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 truncate font-medium">
            <ForeignText text={title} prose />
          </span>
          <Chip size="small" look={CHIPS[state]}>
            {t(`access.state.${state}`)}
          </Chip>
          {project === null ? null : (
            <span className="text-fg-3 text-xs">
              <ForeignText text={project} prose />
            </span>
          )}
        </div>
        {detail === '' ? null : (
          <p className="plain-code break-all text-fg-2 text-xs">
            <ForeignText text={detail} />
          </p>
        )}
        {since === null ? null : (
          <p className="text-fg-3 text-xs">
            {t(opened?.by === 'commandLine' ? 'access.openedByCommand' : 'access.opened', { time: since })}
          </p>
        )}
      </div>
      {onClose === null ? null : (
        <Button size="small" aria-label={t('access.closeNamed', { name: title })} onClick={onClose}>
          {t('access.close')}
        </Button>
      )}
    </div>
  )
}
