import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SearchHit } from '#shared/search/search.ts'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import type { IconName } from '../../ui/base/icon-shapes.tsx'
import { useAgo } from '../../ui/base/time.ts'
import { OptionList } from '../../ui/lists/OptionList.tsx'
import type { Finder } from '../../ui/lists/use-finder.ts'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { plainLine } from '../../ui/text/plain-line.ts'

const ICONS: Readonly<Record<SearchHit['kind'], IconName>> = {
  title: 'chat',
  user: 'user',
  assistant: 'model',
  tool: 'terminal',
  summary: 'memory',
}

type HitListProps = {
  readonly finder: Finder
  readonly app: AppStore
  readonly hits: readonly SearchHit[]
  readonly onMore: () => void
  readonly onOpen: (hit: SearchHit) => void
}

/** The found places, the best first. */
export function HitList({ finder, app, hits, onMore, onOpen }: HitListProps) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const nameOf = (hit: SearchHit) => projects.find((project) => project.id === hit.projectId)?.name ?? ''
  return (
    <OptionList
      id={finder.id}
      label={t('search.results')}
      rows={hits}
      keyOf={({ sessionId, eventId }) => `${sessionId} ${eventId}`}
      at={finder.at}
      height={52}
      onChoose={onOpen}
      onEnd={onMore}
      className="min-h-0 flex-1 p-2"
      rowClassName="row-cursor grid grid-cols-[20px_minmax(0,1fr)] gap-2 rounded-sm px-2 py-1.5 hover:bg-hover"
    >
      {(hit) => <HitParts hit={hit} project={nameOf(hit)} />}
    </OptionList>
  )
}

function HitParts({ hit, project }: { hit: SearchHit; project: string }) {
  const ago = useAgo()
  return (
    <>
      <Icon name={ICONS[hit.kind]} className="mt-0.5 text-fg-3" />
      <div className="min-w-0">
        <p className="line-clamp-2 break-words">
          <Snippet snippet={hit.snippet} />
        </p>
        <p className="mt-0.5 flex items-center gap-1.5 text-fg-3 text-xs">
          <Where hit={hit} project={project} />
          <span className="figures ml-auto shrink-0 pl-2">{ago(hit.at)}</span>
        </p>
      </div>
    </>
  )
}

/** Shows the author, chat and project of a match. */
function Where({ hit, project }: { hit: SearchHit; project: string }) {
  const t = useText()
  const who =
    hit.kind === 'tool'
      ? t('search.kind.tool', { tool: hit.tool ?? '' })
      : hit.kind === 'user' && hit.within !== null
        ? t('search.kind.task')
        : t(`search.kind.${hit.kind}`)
  const title = hit.title === '' ? t('search.untitled') : hit.title
  const owner = hit.within === null ? null : hit.within.title === '' ? t('search.untitled') : hit.within.title
  return (
    <>
      <span className="shrink-0">{who}</span>
      {hit.kind === 'title' ? null : (
        <>
          <span aria-hidden>·</span>
          <span className="min-w-0 truncate text-fg-2">
            <ForeignText text={title} prose />
          </span>
        </>
      )}
      {owner === null ? null : (
        <>
          <span aria-hidden>·</span>
          <span className="max-w-64 min-w-0 shrink truncate">
            <Rich message="search.agentOf" values={{ title: <ForeignText text={owner} prose /> }} />
          </span>
        </>
      )}
      {project === '' ? null : (
        <>
          <span aria-hidden>·</span>
          <span className="max-w-48 shrink-0 truncate">{project}</span>
        </>
      )}
    </>
  )
}

/** The words around a place, without marks of Markdown, with what was asked for set off. */
function Snippet({ snippet: { text, marks } }: Pick<SearchHit, 'snippet'>) {
  const line = plainLine(text)
  const parts: ReactNode[] = []
  let done = 0
  for (const [from, to] of marks.map(([start, end]) => [line.placeOf(start), line.placeOf(end)] as const)) {
    parts.push(<ForeignText key={`to ${from}`} text={line.text.slice(done, from)} prose />)
    parts.push(
      <mark key={from} className="rounded-sm bg-accent-wash font-semibold text-fg">
        <ForeignText text={line.text.slice(from, to)} prose />
      </mark>,
    )
    done = to
  }
  return [...parts, <ForeignText key="end" text={line.text.slice(done)} prose />]
}
