import type { MemoryDetail, MemoryVersion } from '#shared/memory/memory.ts'
import { QUERY_CHARS } from '#shared/search/query-chars.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { Section } from '../Section.tsx'
import { ON_LINE, VersionPoint, VersionRow } from './VersionRow.tsx'

type ItemHistoryProps = MemoryParts & { readonly detail: MemoryDetail; readonly onChanged: () => void }

/** Shows an item's source chat and all its versions, each with a restore button. */
export function ItemHistory({ api, app, acts, detail, onChanged }: ItemHistoryProps) {
  const t = useText()
  const { item, history, said } = detail
  const { source } = item
  const date = useDateText()
  const restore = async ({ version }: MemoryVersion) => {
    const made = await api.command('memory.restore', { id: item.id, version })
    acts.done(t('memory.restored'), made.changeId)
    onChanged()
  }
  const openSource = () => {
    if (source === null) return
    const { eventId, sessionId, projectId } = source
    const place =
      eventId === null || said === null
        ? null
        : { sessionId, eventId, query: said.words.slice(0, QUERY_CHARS) }
    app.openSession(sessionId, projectId, place)
  }
  return (
    <Section title={t('memory.cameFrom')}>
      <ol>
        {source === null ? null : (
          <li className={ON_LINE}>
            <VersionPoint filled />
            {said === null ? (
              <span className="w-36 shrink-0 max-wide:hidden" />
            ) : (
              <time className="figures w-36 shrink-0 text-fg-3 text-xs max-wide:w-auto">{date(said.at)}</time>
            )}
            <span className="min-w-0 flex-1 truncate">
              {source.title === null ? (
                t('memory.sourceGone')
              ) : (
                <>
                  {t('memory.saidIn')} <span className="font-medium">{source.title}</span>
                </>
              )}
            </span>
            {source.title === null ? null : (
              <Button size="small" look="ghost" icon="chat" onClick={openSource}>
                {t('memory.openMessage')}
              </Button>
            )}
          </li>
        )}
        {[...history].reverse().map((version, index) => (
          <VersionRow
            key={version.version}
            at={version.at}
            was={version.content}
            onRestore={index === history.length - 1 ? null : () => app.attempt(restore(version))}
          >
            {t('memory.didBy', {
              act: t(`memory.act.${version.act}`),
              by: t(`memory.by.${version.author}`),
            })}
          </VersionRow>
        ))}
      </ol>
    </Section>
  )
}
