import { type KeyboardEvent, memo, useRef } from 'react'
import { CELL_KINDS, type NotebookCell as Cell } from '#shared/notebook/notebook.ts'
import { CodeBlock } from '../../../markdown/CodeBlock.tsx'
import type { Highlighter } from '../../../markdown/highlight/highlighter.ts'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { oneOf } from '../../../ui/base/one-of.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { ContentBoundary } from '../../../ui/text/ContentBoundary.tsx'
import { PlainText } from '../../../ui/text/PlainText.tsx'
import { FileText } from '../FileText.tsx'
import { CellOutputs } from './CellOutputs.tsx'
import type { CellActs } from './use-cell-acts.ts'

type NotebookCellProps = {
  readonly cell: Cell
  /** Its place, from 0. */
  readonly at: number
  readonly path: string
  readonly language: string | null
  readonly acts: CellActs
  readonly highlighter: Pick<Highlighter, 'highlight'>
  readonly editable: boolean
  readonly isEditing: boolean
  readonly isCurrent: boolean
  /** The last cell cannot go further down. */
  readonly isLast: boolean
  readonly onEdit: (at: number | null) => void
  readonly onCurrent: (at: number) => void
  readonly onSave: () => void
  readonly onAdd: () => void
}

/** One cell: drawn, or in an editor while the person changes it. */
export const NotebookCell = memo((props: NotebookCellProps) => {
  const { cell, at, editable, isEditing, isCurrent } = props
  const t = useText()
  const number = at + 1
  const box = useRef<HTMLElement>(null)
  const label = t('notebook.cell', { number, type: t(`notebook.type.${cell.kind}`) })
  const leave = () => {
    props.onEdit(null)
    box.current?.focus()
  }
  return (
    <article
      ref={box}
      data-cell={at}
      aria-label={label}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => props.onCurrent(at)}
      onKeyDown={(event) => onCellKey(event, props, leave)}
      className={classNames(
        'group/cell relative rounded-md border-l-2 py-2 pr-3 pl-3 [content-visibility:auto] [contain-intrinsic-size:auto_120px]',
        isCurrent ? 'border-accent bg-hover' : 'border-line',
      )}
    >
      <header className="flex min-h-6 items-center gap-2 pb-1 text-fg-3 text-xs">
        <span className="figures">{label}</span>
        {cell.run === null ? null : <span className="figures">{t('notebook.run', { count: cell.run })}</span>}
        <span className="grow" />
        {editable ? <CellTools {...props} /> : null}
      </header>
      {isEditing ? (
        <div className="flex max-h-[60vh] min-h-12 flex-col overflow-hidden rounded-md border border-line">
          <FileText
            path={`${props.path}#${number}`}
            language={cell.kind === 'code' ? props.language : cell.kind === 'markdown' ? 'markdown' : null}
            label={t('notebook.sourceOf', { number })}
            text={cell.source}
            editable={editable}
            place={HERE}
            memories={null}
            highlighter={props.highlighter}
            onText={(next) => props.acts.setSource(at, next, cell.kind)}
            onSave={props.onSave}
            onAdd={props.onAdd}
          />
        </div>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter on the cell does the same
        <div onDoubleClick={() => (editable ? props.onEdit(at) : undefined)}>
          <ContentBoundary source={() => cell.source}>
            <Drawn cell={cell} language={props.language} />
          </ContentBoundary>
        </div>
      )}
      <ContentBoundary source={() => JSON.stringify(cell.outputs)}>
        <CellOutputs outputs={cell.outputs} number={number} />
      </ContentBoundary>
    </article>
  )
})
NotebookCell.displayName = 'NotebookCell'

/** The editor of a cell takes the focus when it opens. */
const HERE = { line: null }

function Drawn({ cell, language }: { readonly cell: Cell; readonly language: string | null }) {
  const t = useText()
  if (cell.source.trim() === '') return <p className="text-fg-3 text-sm">{t('notebook.emptyCell')}</p>
  if (cell.kind === 'markdown') return <Markdown text={cell.source} shown="foreign" />
  if (cell.kind === 'code') return <CodeBlock code={cell.source} language={language ?? ''} done />
  return <PlainText text={cell.source} className="max-h-80 overflow-auto" />
}

function CellTools({ cell, at, isEditing, isLast, acts, onEdit }: NotebookCellProps) {
  const t = useText()
  const number = at + 1
  const options = CELL_KINDS.map((value) => ({ value, label: t(`notebook.type.${value}`) }))
  return (
    <span className="flex items-center opacity-0 focus-within:opacity-100 group-hover/cell:opacity-100 group-focus-within/cell:opacity-100">
      <Select
        look="pick"
        label={t('notebook.typeOf', { number })}
        value={cell.kind}
        groups={[{ title: null, options }]}
        onChange={(value) => acts.setType(at, cell.source, oneOf(CELL_KINDS, value) ?? cell.kind)}
      />
      <IconButton
        icon={isEditing ? 'check' : 'edit'}
        size="small"
        label={t(isEditing ? 'notebook.done' : 'notebook.edit', { number })}
        onClick={() => onEdit(isEditing ? null : at)}
      />
      <IconButton
        icon="plus"
        size="small"
        label={t('notebook.addBelow', { number })}
        onClick={() => acts.insert(at + 1, 'code')}
      />
      <IconButton
        icon="arrow-up"
        size="small"
        label={t('notebook.moveUp', { number })}
        disabled={at === 0}
        onClick={() => acts.move(at, at - 1)}
      />
      <IconButton
        icon="arrow-down"
        size="small"
        label={t('notebook.moveDown', { number })}
        disabled={isLast}
        onClick={() => acts.move(at, at + 1)}
      />
      <IconButton
        icon="trash"
        size="small"
        label={t('notebook.delete', { number })}
        onClick={() => acts.remove(at)}
      />
    </span>
  )
}

/** The keys of a cell: Enter edits, Escape leaves, Alt with arrows moves it, A and B add a cell, Delete removes it. */
function onCellKey(event: KeyboardEvent<HTMLElement>, props: NotebookCellProps, leave: () => void): void {
  const { at, acts, editable, isEditing, onEdit } = props
  if (event.key === 'Escape' && isEditing) {
    event.preventDefault()
    event.stopPropagation()
    leave()
    return
  }
  // Keys inside the editor, the menu and the buttons are theirs.
  if (event.target !== event.currentTarget || !editable || event.ctrlKey || event.metaKey) return
  if (event.altKey) {
    if (event.key === 'ArrowUp') acts.move(at, at - 1)
    else if (event.key === 'ArrowDown') acts.move(at, at + 1)
    else return
  } else if (event.key === 'Enter') onEdit(at)
  else if (event.key === 'a') acts.insert(at, 'code')
  else if (event.key === 'b') acts.insert(at + 1, 'code')
  else if (event.key === 'Delete') acts.remove(at)
  else return
  event.preventDefault()
}
