import { useMemo } from 'react'
import { type CellChange, editedNotebook, storedCell } from '#shared/notebook/edit-notebook.ts'
import { type CellKind, readNotebook } from '#shared/notebook/notebook.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { FilesParts } from '../files-parts.ts'

export type CellActs = ReturnType<typeof useCellActs>

type Deps = Pick<FilesParts, 'files' | 'toast' | 'projectId'> & {
  readonly path: string
  /** Takes the focus to a cell once it is drawn. */
  readonly onFocus: (cell: number) => void
}

/** Returns what the person can do with the cells of a notebook. Each act changes its unsaved text. */
export function useCellActs({ files, toast, projectId, path, onFocus }: Deps) {
  const t = useText()
  return useMemo(() => {
    const textNow = (): string => {
      const file = files.filesOf(projectId).open.find((each) => each.path === path)
      return file?.unsaved?.text ?? (file?.file?.kind === 'text' ? file.file.text : '')
    }
    /** Changes the text as it is now. Does nothing where it is no notebook, or no longer has the cell. */
    const change = (make: (count: number, text: string) => CellChange | null): boolean => {
      const text = textNow()
      const notebook = readNotebook(text)
      const wanted = notebook === null ? null : make(notebook.cells.length, text)
      if (wanted === null) return false
      files.edit(projectId, path, editedNotebook(text, wanted))
      return true
    }
    const undoable = (said: string, onAct: () => void) =>
      toast({ mark: 'done', text: said, action: { label: t('editor.undo'), onAct }, seconds: 20 })
    const restore = (at: number, stored: string, replaces: boolean) => {
      if (replaces) change((count) => (at < count ? { kind: 'delete', cell: at } : null))
      change((count) => ({ kind: 'restore', at: Math.min(at, count), stored }))
      onFocus(at)
    }
    return {
      setSource: (cell: number, source: string, type: CellKind) =>
        change((count) => (cell < count ? { kind: 'replace', cell, source, type, clears: false } : null)),
      /** Makes it a cell of another kind. The outputs of a code cell go with it; that can be undone. */
      setType: (cell: number, source: string, type: CellKind) => {
        let before = ''
        const isDone = change((count, text) => {
          if (cell >= count) return null
          before = storedCell(text, cell)
          return { kind: 'replace', cell, source, type, clears: false }
        })
        if (isDone)
          undoable(t('notebook.typeChanged', { number: cell + 1 }), () => restore(cell, before, true))
      },
      insert: (at: number, type: CellKind) => {
        const id = crypto.randomUUID().slice(0, 8)
        const hasIds = readNotebook(textNow())?.hasIds === true
        if (change(() => ({ kind: 'insert', at, source: '', type, id: hasIds ? id : null }))) onFocus(at)
      },
      move: (cell: number, to: number) => {
        const isDone = change((count) =>
          to >= 0 && to < count && cell < count ? { kind: 'move', cell, to } : null,
        )
        if (isDone) onFocus(to)
      },
      remove: (cell: number) => {
        let before = ''
        const isDone = change((count, text) => {
          if (cell >= count) return null
          before = storedCell(text, cell)
          return { kind: 'delete', cell }
        })
        if (!isDone) return
        onFocus(cell)
        undoable(t('notebook.deleted', { number: cell + 1 }), () => restore(cell, before, false))
      },
    }
  }, [files, toast, projectId, path, onFocus, t])
}
