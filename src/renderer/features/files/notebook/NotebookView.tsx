import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { cellAtLine } from '#shared/notebook/edit-notebook.ts'
import type { Notebook } from '#shared/notebook/notebook.ts'
import type { Highlighter } from '../../../markdown/highlight/highlighter.ts'
import { languageNamed } from '../../../markdown/highlight/languages.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import type { FilesParts } from '../files-parts.ts'
import { NotebookCell } from './NotebookCell.tsx'
import { useCellActs } from './use-cell-acts.ts'

type NotebookViewProps = {
  readonly parts: FilesParts
  readonly path: string
  readonly text: string
  readonly notebook: Notebook
  readonly editable: boolean
  /** A request to take the focus, at a line of the file or where the person was. */
  readonly place: { readonly line: number | null } | null
  readonly highlighter: Pick<Highlighter, 'highlight'>
  readonly onPlaced: () => void
  readonly onSave: () => void
  readonly onAdd: () => void
}

/** A notebook as its cells. All changes are changes of the file's unsaved text. */
export function NotebookView(props: NotebookViewProps) {
  const { parts, path, text, notebook, editable, place, highlighter, onPlaced } = props
  const t = useText()
  const list = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState(0)
  const [editing, setEditing] = useState<number | null>(null)
  const [wanted, setWanted] = useState<{ readonly cell: number } | null>(null)
  const roving = useRoving('[data-cell]')
  const focus = useCallback((cell: number) => {
    setEditing(null)
    setWanted({ cell })
  }, [])
  const acts = useCellActs({ ...pickParts(parts), path, onFocus: focus })
  const count = notebook.cells.length
  const keys = useMemo(() => keysOf(notebook), [notebook])
  useEffect(() => {
    if (wanted === null) return
    const cell = Math.max(0, Math.min(wanted.cell, count - 1))
    setCurrent(cell)
    list.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus()
    setWanted(null)
  }, [wanted, count])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is met once, with the text of its moment
  useEffect(() => {
    if (place === null) return
    focus(place.line === null ? current : cellAtLine(text, place.line))
    onPlaced()
  }, [place])
  return (
    <section
      ref={list}
      aria-label={t('notebook.cells', { path })}
      onKeyDown={(event) => {
        const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
        if (!isSave) {
          if (event.target instanceof HTMLElement && event.target.dataset['cell'] !== undefined) roving(event)
          return
        }
        if (event.defaultPrevented) return
        event.preventDefault()
        props.onSave()
      }}
      className="min-h-0 flex-1 space-y-2 overflow-auto bg-canvas px-4 py-3"
    >
      {notebook.cells.map((cell, at) => (
        <NotebookCell
          key={keys[at]}
          cell={cell}
          at={at}
          path={path}
          language={languageNamed(notebook.language)}
          acts={acts}
          highlighter={highlighter}
          editable={editable}
          isEditing={editing === at}
          isCurrent={current === at}
          isLast={at === count - 1}
          onEdit={setEditing}
          onCurrent={setCurrent}
          onSave={props.onSave}
          onAdd={props.onAdd}
        />
      ))}
      {count === 0 ? <p className="text-fg-3 text-sm">{t('notebook.noCells')}</p> : null}
      {editable ? (
        <div className="flex gap-2 pt-1">
          <Button size="small" look="ghost" icon="plus" onClick={() => acts.insert(count, 'code')}>
            {t('notebook.addCode')}
          </Button>
          <Button size="small" look="ghost" icon="plus" onClick={() => acts.insert(count, 'markdown')}>
            {t('notebook.addMarkdown')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

const pickParts = ({ files, toast, projectId }: FilesParts) => ({ files, toast, projectId })

/** Names of cells for the window: their ids, and their places where an id is missing or taken twice. */
function keysOf({ cells }: Notebook): readonly string[] {
  const seen = new Set<string>()
  return cells.map(({ id }, at) => {
    const key = id === null || seen.has(id) ? `at ${at}` : id
    seen.add(key)
    return key
  })
}
