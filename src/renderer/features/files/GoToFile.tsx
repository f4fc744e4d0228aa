import { type KeyboardEvent, useId, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { FinderField } from '../../ui/lists/FinderField.tsx'
import { FoundRow, useChosenInView } from '../../ui/lists/FoundRow.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { askedPlace } from './asked-place.ts'
import { FileName } from './OpenFiles.tsx'

type GoToFileProps = {
  readonly projectId: ProjectId
  readonly onClose: () => void
  readonly onOpen: (path: string, line: number | null) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** Opens a file of the project by typing a part of its name, with `:` and a line after it if wanted. */
export function GoToFile(props: GoToFileProps) {
  const t = useText()
  return (
    <Dialog
      bare
      open
      onClose={props.onClose}
      title={t('editor.goTo')}
      className="-translate-x-1/2 top-26 left-1/2 max-h-[calc(100vh-160px)] w-170"
    >
      <Finder {...props} />
    </Dialog>
  )
}

function Finder({ projectId, onClose, onOpen }: GoToFileProps) {
  const t = useText()
  const list = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const { typed, line } = askedPlace(query)
  const files = useQuery('project.files', { projectId, typed }, { keep: true })
  const found = files.data ?? []
  const at = Math.min(chosen, found.length - 1)
  const box = useChosenInView(list, at)
  const isFresh = files.request?.typed === typed && files.state !== 'stale'
  const open = (path: string | undefined) => {
    if (path === undefined) return
    onClose()
    onOpen(path, line)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step !== undefined) setChosen(Math.max(0, Math.min(found.length - 1, at + step)))
    else if (event.key === 'Enter') {
      if (isFresh) open(found[at])
    } else return
    event.preventDefault()
  }
  return (
    <>
      <FinderField
        query={query}
        list={list}
        at={at}
        onKeyDown={onKeyDown}
        label={t('editor.goTo')}
        placeholder={t('editor.goToHint')}
        open={found.length > 0}
        onQuery={(text) => {
          setQuery(text)
          setChosen(0)
        }}
      />
      {files.problem === null ? null : (
        <div className="px-3 py-2">
          <Failure message={files.problem} onRetry={files.reload} />
        </div>
      )}
      {found.length > 0 ? (
        <div
          ref={box}
          id={list}
          role="listbox"
          aria-label={t('editor.filesFound')}
          tabIndex={-1}
          className="min-h-0 overflow-auto p-2"
        >
          {found.map((path, index) => (
            <FoundRow
              key={path}
              list={list}
              index={index}
              on={index === at}
              onChoose={() => open(path)}
              className="flex h-9 items-center"
            >
              <FileName path={path} />
            </FoundRow>
          ))}
        </div>
      ) : files.problem === null ? (
        <p className="p-6 text-center text-fg-2">
          {files.state === 'loading' ? t('editor.searching') : t('editor.noFile')}
        </p>
      ) : null}
    </>
  )
}
