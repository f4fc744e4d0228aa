import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { SearchHit } from '#shared/search/search.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-shapes.tsx'
import { useAgo } from '../../ui/time.ts'

const ICONS: Readonly<Record<SearchHit['kind'], IconName>> = {
  title: 'chat',
  user: 'user',
  assistant: 'model',
  tool: 'terminal',
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
  const box = useRef<HTMLDivElement>(null)
  const projects = useStore(app.store, (state) => state.projects)
  const nameOf = (hit: SearchHit) => projects.find((project) => project.id === hit.projectId)?.name ?? ''
  useLayoutEffect(() => {
    box.current?.querySelector(`[id="${id}-${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
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
        <HitRow
          key={`${hit.sessionId} ${hit.eventId}`}
          id={`${id}-${index}`}
          hit={hit}
          project={nameOf(hit)}
          on={index === at}
          onOpen={() => onOpen(hit)}
        />
      ))}
    </div>
  )
}

type HitRowProps = {
  readonly id: string
  readonly hit: SearchHit
  readonly project: string
  readonly on: boolean
  readonly onOpen: () => void
}

function HitRow({ id, hit, project, on, onOpen }: HitRowProps) {
  const ago = useAgo()
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and names the active one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
    <div
      id={id}
      role="option"
      aria-selected={on}
      data-cursor={on}
      onClick={onOpen}
      className="row-cursor grid grid-cols-[20px_minmax(0,1fr)] gap-x-2 rounded-sm px-2 py-1.5 [contain-intrinsic-size:auto_52px] [content-visibility:auto] hover:bg-hover"
    >
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
    </div>
  )
}

/** Who said it, in which chat, in which project. */
function Where({ hit, project }: { hit: SearchHit; project: string }) {
  const t = useText()
  const who =
    hit.kind === 'tool' ? t('search.kind.tool', { tool: hit.tool ?? '' }) : t(`search.kind.${hit.kind}`)
  const title = hit.title === '' ? t('search.untitled') : hit.title
  return (
    <>
      <span className="shrink-0">{who}</span>
      {hit.kind === 'title' ? null : (
        <>
          <span aria-hidden>·</span>
          <span className="min-w-0 truncate text-fg-2">{title}</span>
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

/** The words around a place, with what was asked for set off. */
function Snippet({ snippet: { text, marks } }: Pick<SearchHit, 'snippet'>) {
  const parts: ReactNode[] = []
  let done = 0
  for (const [from, to] of marks) {
    parts.push(text.slice(done, from))
    parts.push(
      <mark key={from} className="rounded-sm bg-accent-wash font-semibold text-fg">
        {text.slice(from, to)}
      </mark>,
    )
    done = to
  }
  return [...parts, text.slice(done)]
}
