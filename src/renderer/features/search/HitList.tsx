import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SearchHit } from '#shared/search/search.ts'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import type { IconName } from '../../ui/base/icon-shapes.tsx'
import { useAgo } from '../../ui/base/time.ts'
import { FoundRow, useChosenInView } from '../../ui/lists/FoundRow.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { plainLine } from '../../ui/text/plain-line.ts'

const ICONS: Readonly<Record<SearchHit['kind'], IconName>> = {
  title: 'chat',
  user: 'user',
  assistant: 'model',
  tool: 'terminal',
  summary: 'memory',
}
/** So near to the end the next page is asked for, in pixels. */
const NEAR_END = 240

type HitListProps = {
  readonly id: string
  readonly app: AppStore
  readonly hits: readonly SearchHit[]
  readonly at: number
  readonly onMore: () => void
  readonly onOpen: (hit: SearchHit) => void
}

/** The places found, the best first. The box above keeps the focus and names the chosen one. */
export function HitList({ id, app, hits, at, onMore, onOpen }: HitListProps) {
  const t = useText()
  const box = useChosenInView(id, at)
  const projects = useStore(app.store, (state) => state.projects)
  const nameOf = (hit: SearchHit) => projects.find((project) => project.id === hit.projectId)?.name ?? ''
  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label={t('search.results')}
      tabIndex={-1}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - NEAR_END) onMore()
      }}
      className="min-h-0 flex-1 overflow-auto p-2"
    >
      {hits.map((hit, index) => (
        <FoundRow
          key={`${hit.sessionId} ${hit.eventId}`}
          list={id}
          index={index}
          on={index === at}
          onChoose={() => onOpen(hit)}
          className="grid grid-cols-[20px_minmax(0,1fr)] py-1.5 [contain-intrinsic-size:auto_52px] [content-visibility:auto]"
        >
          <HitParts hit={hit} project={nameOf(hit)} />
        </FoundRow>
      ))}
    </div>
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
