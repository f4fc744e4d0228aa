import { useMemo, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { DrawnText } from '../../../ui/DrawnText.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Tree } from '../../../ui/Tree.tsx'
import { isStructured, type JsonRow, jsonRows } from './json-rows.ts'

/** What an agent or a run came to: a tree that opens, or the words as they are. */
export function ValueView({ value }: { value: unknown }) {
  if (isStructured(value)) return <JsonTree value={value} />
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long result scrolls by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto whitespace-pre-wrap break-words px-4 pb-3 focus-visible:outline-offset-[-2px]"
    >
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </div>
  )
}

function JsonTree({ value }: { value: object }) {
  const t = useText()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(NOTHING)
  const [cursor, setCursor] = useState<string | null>(null)
  const rows = useMemo(() => jsonRows(value, toggled), [value, toggled])
  const toggle = (id: string) => setToggled((before) => toggledSet(before, id))
  return (
    <Tree
      label={t('workflows.detail.tree')}
      dense
      rows={rows}
      cursor={cursor}
      onCursor={setCursor}
      onToggle={toggle}
      onOpen={toggle}
      draw={(row) => <JsonLine row={row} onToggle={() => toggle(row.id)} />}
    />
  )
}

const NOTHING: ReadonlySet<string> = new Set()

function toggledSet(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}

function JsonLine({ row, onToggle }: { row: JsonRow; onToggle: () => void }) {
  return (
    <span className="flex min-w-0 grow items-center gap-2 plain-code text-sm">
      {row.expanded === null ? (
        <span className="w-3 shrink-0" />
      ) : (
        <button type="button" tabIndex={-1} aria-hidden="true" onClick={onToggle} className="text-fg-3">
          <Icon name={row.expanded ? 'down' : 'right'} size="xs" />
        </button>
      )}
      <span className="shrink-0 text-fg-2">{row.name}</span>
      <JsonValue row={row} />
    </span>
  )
}

function JsonValue({ row }: { row: JsonRow }) {
  const t = useText()
  const { value } = row
  switch (value.kind) {
    case 'text':
      return <DrawnText text={JSON.stringify(value.text.slice(0, 1_000))} className="truncate text-syn-str" />
    case 'number':
      return <DrawnText text={value.text} className="truncate text-syn-num" />
    case 'word':
      return <DrawnText text={value.text} className="truncate text-syn-key" />
    default:
      if (row.expanded === false) return <DrawnText text={value.preview} className="truncate text-fg-3" />
      return (
        <DrawnText
          className="text-fg-3"
          text={t(value.kind === 'list' ? 'workflows.detail.items' : 'workflows.detail.fields', {
            count: value.size,
          })}
        />
      )
  }
}
