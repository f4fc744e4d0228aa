import { type ReactNode, type RefObject, useMemo, useState } from 'react'
import type { ReadOnlyReason } from '#shared/file/project-file.ts'
import { isNotebookPath, readNotebook } from '#shared/notebook/notebook.ts'
import type { Highlighter } from '../../markdown/highlight/highlighter.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { ShownFile } from '../../store/files-store.ts'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'
import { FileText } from './FileText.tsx'
import { FindBar } from './FindBar.tsx'
import type { EditorMemory, FileEditor } from './file-editor.ts'
import type { FilesParts } from './files-parts.ts'
import { NotebookView } from './notebook/NotebookView.tsx'
import type { FileActs } from './use-file-acts.ts'

type OwnTextProps = {
  readonly parts: FilesParts
  readonly shown: ShownFile
  readonly acts: FileActs
  readonly highlighter: Highlighter
  readonly memories: Map<string, EditorMemory>
  readonly editor: RefObject<FileEditor | null>
  readonly readOnly: ReadOnlyReason | null
  /** The heading above the text, where another version is next to it. */
  readonly title: ReactNode
  /** The other version. */
  readonly children: ReactNode
  readonly onAdd: () => void
}

/** The text of a file as the person has it: a notebook as cells or as JSON, anything else in one editor. */
export function OwnText(props: OwnTextProps) {
  const { parts, shown, acts, highlighter, memories, editor, readOnly, onAdd } = props
  const t = useText()
  const { path, file, unsaved, place } = shown
  const [isFinding, setFinding] = useState(false)
  const [words, setWords] = useState('')
  const [isJson, setJson] = useState(false)
  const text = unsaved?.text ?? (file?.kind === 'text' ? file.text : '')
  const notebook = useMemo(() => (isNotebookPath(path) ? readNotebook(text) : null), [path, text])
  const findNext = (back: boolean) => {
    if (words === '') setFinding(true)
    else editor.current?.find(words, back, false)
  }
  const shared = {
    path,
    text,
    place,
    highlighter,
    onAdd,
    editable: readOnly === null,
    onPlaced: () => parts.files.placed(parts.projectId, path),
    onSave: () => acts.save(path),
  }
  return (
    <>
      {notebook !== null ? (
        <NotebookBar isJson={isJson} onJson={setJson} />
      ) : isNotebookPath(path) && readOnly !== 'huge' && text !== '' ? (
        <div className="px-4 pt-2">
          <Banner look="plain">{t('notebook.noNotebook')}</Banner>
        </div>
      ) : null}
      {isFinding ? (
        <FindBar
          words={words}
          onWords={setWords}
          find={(back, isNew, sought) => editor.current?.find(sought, back, isNew) ?? false}
          onClose={() => {
            setFinding(false)
            editor.current?.focus()
          }}
        />
      ) : null}
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {props.title}
          {notebook === null || isJson ? (
            <FileText
              {...shared}
              memories={memories}
              editor={editor}
              label={t('editor.textOf', { path })}
              onText={(next) => parts.files.edit(parts.projectId, path, next)}
              onFind={() => setFinding(true)}
              onFindNext={findNext}
            />
          ) : (
            <NotebookView {...shared} parts={parts} notebook={notebook} />
          )}
        </div>
        {props.children}
      </div>
    </>
  )
}

type NotebookBarProps = { readonly isJson: boolean; readonly onJson: (isJson: boolean) => void }

function NotebookBar({ isJson, onJson }: NotebookBarProps) {
  const t = useText()
  return (
    <div className="flex px-4 pt-2 pb-1">
      <Segmented
        label={t('notebook.view')}
        value={isJson ? 'json' : 'cells'}
        options={[
          { value: 'cells', label: t('notebook.asCells') },
          { value: 'json', label: t('notebook.asJson') },
        ]}
        onChange={(next) => onJson(next === 'json')}
      />
    </div>
  )
}
