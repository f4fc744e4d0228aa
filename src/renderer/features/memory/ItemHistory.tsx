import type { MemoryDetail, MemoryVersion } from '#shared/memory/memory.ts'
import { QUERY_CHARS } from '#shared/search/search.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { useDateText } from '../../ui/time.ts'
import type { MemoryParts } from './memory-parts.ts'
import { Section } from './Section.tsx'

type ItemHistoryProps = MemoryParts & { readonly detail: MemoryDetail; readonly onChanged: () => void }

/** Where an item came from: the chat it was said in, and every version since, each of which can be had again. */
export function ItemHistory({ api, app, acts, detail, onChanged }: ItemHistoryProps) {
  const t = useText()
  const { item, history, said } = detail
  const { source } = item
  const restore = async ({ version }: MemoryVersion) => {
    const made = await api.call('memory.restore', { id: item.id, version })
    acts.done(t('memory.restored'), made.changeId)
    onChanged()
  }
  const openSource = () => {
    if (source === null) return
    const { eventId, sessionId, projectId } = source
    const place =
      eventId === null || said === null ? null : { sessionId, eventId, query: said.slice(0, QUERY_CHARS) }
    app.openSession(sessionId, projectId, place)
  }
  return (
    <Section title={t('memory.cameFrom')}>
      <ol>
        {source === null ? null : (
          <li className="flex min-h-8 items-center gap-2 text-sm">
            <Point filled />
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
          <Version
            key={version.version}
            version={version}
            newest={index === history.length - 1}
            onRestore={() => app.attempt(restore(version))}
          />
        ))}
      </ol>
    </Section>
  )
}

type VersionProps = {
  readonly version: MemoryVersion
  readonly newest: boolean
  readonly onRestore: () => void
}

function Version({ version, newest, onRestore }: VersionProps) {
  const t = useText()
  const date = useDateText()
  return (
    <li className="flex min-h-8 items-center gap-2 text-sm max-wide:flex-wrap max-wide:gap-y-0 max-wide:py-1">
      <Point filled={newest} />
      <time className="figures w-36 shrink-0 text-fg-3 text-xs max-wide:grow">{date(version.at)}</time>
      <span
        className="min-w-0 flex-1 truncate max-wide:order-last max-wide:basis-full max-wide:pl-4"
        title={version.content}
      >
        {t(`memory.act.${version.act}`)}, {t(`memory.by.${version.author}`)}
        {newest ? null : <span className="text-fg-3"> · {version.content}</span>}
      </span>
      {newest ? (
        <span className="whitespace-nowrap text-fg-3 text-xs">{t('memory.newest')}</span>
      ) : (
        <Button size="small" look="ghost" icon="undo" onClick={onRestore}>
          {t('memory.restore')}
        </Button>
      )}
    </li>
  )
}

function Point({ filled }: { readonly filled: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-filled={filled}
      className="size-[7px] shrink-0 rounded-full inset-ring-[1.5px] inset-ring-fg-3 data-[filled=true]:bg-fg-2 data-[filled=true]:inset-ring-fg-2"
    />
  )
}
