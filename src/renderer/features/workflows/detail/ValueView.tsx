import { type ReactNode, useMemo, useState } from 'react'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Tree } from '../../../ui/lists/Tree.tsx'
import { ContentBoundary } from '../../../ui/text/ContentBoundary.tsx'
import { DrawnText } from '../../../ui/text/DrawnText.tsx'
import { placedFaults } from './invalid-answers.ts'
import { isStructured, type JsonRow, jsonRows, readRow } from './json-rows.ts'

type ValueViewProps = {
  readonly value: unknown
  /** The errors, each beginning with its path. */
  readonly problems?: readonly string[]
}

/** Shows a result as an expandable tree or as text. */
export function ValueView(props: ValueViewProps) {
  const { value } = props
  return (
    <ContentBoundary source={() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))}>
      <Value {...props} />
    </ContentBoundary>
  )
}

function Value({ value, problems = NO_PROBLEMS }: ValueViewProps) {
  const t = useText()
  if (isStructured(value)) return <JsonTree value={value} problems={problems} />
  return (
    <>
      <Faults faults={problems} />
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long result scrolls by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pb-3 focus-visible:outline-offset-[-2px]"
      >
        {typeof value === 'string' ? (
          <div className="group relative">
            <div className="float-right pl-2">
              <CopyButton text={value} label={t('workflows.detail.copyResult')} />
            </div>
            <Markdown text={value} />
          </div>
        ) : (
          <span className="break-words">{JSON.stringify(value)}</span>
        )}
      </div>
    </>
  )
}

const NO_PROBLEMS: readonly string[] = []

/** Shows errors that belong to no line. */
function Faults({ faults }: { faults: readonly string[] }) {
  if (faults.length === 0) return null
  return (
    <ul className="grid shrink-0 justify-items-start gap-1 px-4 pt-1">
      {faults.map((fault) => (
        <li key={fault} className="max-w-full">
          <Fault>{fault}</Fault>
        </li>
      ))}
    </ul>
  )
}

/** In a line of the tree its words are said with the line. */
function Fault({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-4.5 min-w-0 max-w-full items-center gap-1 rounded-xs bg-bad-wash px-1.5 font-sans text-bad-fg text-xs">
      <span aria-hidden="true" className="flex">
        <Mark state="fail" className="size-3" />
      </span>
      <span className="flex min-w-0 truncate">{children}</span>
    </span>
  )
}

type JsonTreeProps = { readonly value: object; readonly problems: readonly string[] }

function JsonTree({ value, problems }: JsonTreeProps) {
  const t = useText()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(NOTHING)
  const [cursor, setCursor] = useState<string | null>(null)
  const { rows, rest } = useMemo(() => faultyRows(value, toggled, problems), [value, toggled, problems])
  const toggle = (id: string) => setToggled((before) => toggledSet(before, id))
  const read = readRow(rows, cursor)
  return (
    <>
      <Faults faults={rest} />
      <div className="flex shrink-0 justify-end px-2">
        <CopyButton text={() => JSON.stringify(value, null, 2)} label={t('workflows.detail.copyResult')} />
      </div>
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
      {read === null ? null : <LongText key={read.id} row={read} />}
    </>
  )
}

/** A text of a structured result that is too long for its line, as Markdown. */
function LongText({ row: { name, value } }: { row: JsonRow }) {
  const t = useText()
  if (value.kind !== 'text') return null
  return (
    <section
      aria-label={t('workflows.detail.textOf', { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard
      tabIndex={0}
      className="min-h-0 flex-[2] overflow-auto border-line border-t px-4 py-2 focus-visible:outline-offset-[-2px]"
    >
      <div className="float-right pl-2">
        <CopyButton text={value.text} label={t('workflows.detail.copyText', { name })} />
      </div>
      <Markdown text={value.text} />
    </section>
  )
}

type FaultyRow = JsonRow & { readonly faults: readonly string[] }

/** The lines of a value with what is wrong with each, and what is wrong with none of them. */
function faultyRows(value: object, toggled: ReadonlySet<string>, problems: readonly string[]) {
  const rows = jsonRows(value, toggled)
  const { at, rest } = placedFaults(rows, problems)
  const faulty = rows.map((row): FaultyRow => {
    const faults = at.get(row.id) ?? NO_PROBLEMS
    return { ...row, faults, description: [row.description, ...faults].join(', ') }
  })
  return { rows: faulty, rest }
}

const NOTHING: ReadonlySet<string> = new Set()

function toggledSet(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}

function JsonLine({ row, onToggle }: { row: FaultyRow; onToggle: () => void }) {
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
      {row.faults.map((fault) => (
        <Fault key={fault}>
          <DrawnText text={fault} className="truncate" />
        </Fault>
      ))}
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
