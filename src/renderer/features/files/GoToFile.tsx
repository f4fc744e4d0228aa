import { useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { FinderField } from '../../ui/lists/FinderField.tsx'
import { OptionList } from '../../ui/lists/OptionList.tsx'
import { useFinder } from '../../ui/lists/use-finder.ts'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { askedPlace } from './asked-place.ts'
import { FileName } from './OpenFiles.tsx'

type GoToFileProps = {
  readonly projectId: ProjectId
  readonly onClose: () => void
  readonly onOpen: (path: string, line: number | null) => void
}

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
  const [query, setQuery] = useState('')
  const { typed, line } = askedPlace(query)
  const files = useQuery('project.files', { projectId, typed }, { keep: true })
  const found = files.data ?? []
  const isFresh = files.request?.typed === typed && files.state !== 'stale'
  const open = (path: string) => {
    onClose()
    onOpen(path, line)
  }
  const finder = useFinder({
    count: found.length,
    onChoose: (at) => {
      const path = found[at]
      if (isFresh && path !== undefined) open(path)
    },
  })
  return (
    <>
      <FinderField
        query={query}
        finder={finder}
        label={t('editor.goTo')}
        placeholder={t('editor.goToHint')}
        onQuery={setQuery}
      />
      {files.problem === null ? null : (
        <div className="px-3 py-2">
          <Failure message={files.problem} onRetry={files.reload} />
        </div>
      )}
      {found.length > 0 ? (
        <OptionList
          id={finder.id}
          label={t('editor.filesFound')}
          rows={found}
          keyOf={(path) => path}
          at={finder.at}
          height={36}
          onChoose={open}
          className="min-h-0 p-2"
          rowClassName="row-cursor flex h-9 items-center gap-2 rounded-sm px-2 hover:bg-hover"
        >
          {(path) => <FileName path={path} />}
        </OptionList>
      ) : files.problem === null ? (
        <p className="p-6 text-center text-fg-2">
          {files.state === 'loading' ? t('editor.searching') : t('editor.noFile')}
        </p>
      ) : null}
    </>
  )
}
