import { type ReactNode, type RefObject, useRef } from 'react'
import type { Query } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'

type FoundPaneProps<Data> = {
  readonly label: string
  readonly search: string
  readonly text: string
  readonly onText: (text: string) => void
  /** Null: what is here comes from elsewhere. */
  readonly add: { readonly label: string; readonly onAdd: () => void } | null
  readonly list: Query<Data>
  /** Number of entries without a search; null when unknown. */
  readonly all: number | null
  /** Above the search. */
  readonly places: ReactNode
  readonly more: ReactNode
  /** Between the search and what it found. */
  readonly between: ReactNode
  readonly nothing: ReactNode
  readonly children: (data: Data, listRef: RefObject<HTMLDivElement | null>) => ReactNode
}

/** A search, and what it finds: the middle pane of memories, pages and notes. */
export function FoundPane<Data extends { readonly total: number; readonly hits: readonly unknown[] }>(
  props: FoundPaneProps<Data>,
) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const { label, search, all } = props
  const { data, problem, reload } = props.list
  return (
    <section aria-label={label} data-pane className="pane flex h-full min-h-0 flex-col bg-canvas">
      {props.places}
      <div className="flex gap-2 px-4 pt-3 pb-2">
        <TextInput
          quiet
          icon="search"
          type="search"
          aria-label={search}
          placeholder={search}
          value={props.text}
          onText={props.onText}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            list.current?.focus()
          }}
          end={
            data === null || all === null || (data.total === all && props.text.trim() === '') ? undefined : (
              <span className="figures whitespace-nowrap text-fg-3 text-xs" role="status">
                {t('memory.found', { shown: data.total, all })}
              </span>
            )
          }
          className="min-w-0 flex-1"
        />
        {props.add === null ? null : (
          <Button icon="plus" onClick={props.add.onAdd}>
            {props.add.label}
          </Button>
        )}
        {props.more}
      </div>
      {props.between}
      {problem === null ? null : (
        <div className="px-4">
          <Failure message={problem} onRetry={reload} />
        </div>
      )}
      {data === null
        ? problem === null && <Placeholder rows={6} rowHeight={72} />
        : data.hits.length === 0
          ? props.nothing
          : props.children(data, list)}
    </section>
  )
}
