import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import { keyParts } from '#shared/keys/key-actions.ts'
import { createHighlighter } from '../../markdown/highlight/highlighter.ts'
import { newHighlightWorker } from '../../markdown/highlight/new-highlight-worker.ts'
import { createLex } from '../../markdown/lex.ts'
import { createWindowFormulas, MarkdownContext } from '../../markdown/tools.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { NO_FILES } from '../../store/files-store.ts'
import { oneOf } from '../../ui/base/one-of.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Panes } from '../../ui/panes/Panes.tsx'
import { FileView } from './FileView.tsx'
import { FindInFiles } from './FindInFiles.tsx'
import type { EditorMemory } from './file-editor.ts'
import type { FilesParts } from './files-parts.ts'
import { OpenFiles } from './OpenFiles.tsx'
import { ProjectTree } from './tree/ProjectTree.tsx'
import { useFileActs } from './use-file-acts.ts'

const SIDES = ['tree', 'open', 'find'] as const

type FilesScreenProps = Omit<FilesParts, 'projectId'>

/** The files of the open project: a list of the open ones, a search in all, and one of them in an editor. */
export function FilesScreen(props: FilesScreenProps) {
  const t = useText()
  const projectId = useStore(props.app.store, (state) => state.openProject)
  if (projectId !== null) return <FilesOfProject key={projectId} {...props} projectId={projectId} />
  return (
    <EmptyState icon="file" title={t('editor.noProject')}>
      {t('editor.noProjectWhy')}
    </EmptyState>
  )
}

function FilesOfProject(parts: FilesParts & { readonly projectId: ProjectId }) {
  const { api, app, files, projectId } = parts
  const t = useText()
  const { open, active } = useStore(files.store, (state) => state.of[projectId] ?? NO_FILES)
  const side = useStore(files.store, (state) => state.side)
  const acts = useFileActs(parts)
  const highlighter = useMemo(() => createHighlighter({ newWorker: newHighlightWorker, after }), [])
  useEffect(() => highlighter.close, [highlighter])
  const markdown = useMemo(
    () => ({
      lex: createLex(),
      highlighter,
      setFormula: createWindowFormulas(),
      openLink: (url: string) => app.attempt(api.command('app.openLink', { url })),
    }),
    [highlighter, api, app],
  )
  const memories = useRef(new Map<string, EditorMemory>())
  useEffect(() => {
    app.attempt(files.restore(projectId).then(() => files.check(projectId)))
  }, [app, files, projectId])
  const shown = open.find(({ path }) => path === active) ?? null
  const left = (
    <aside aria-label={t('editor.side')} data-pane className="pane flex h-full min-h-0 flex-col bg-side">
      <div className="flex min-h-(--h-bar) flex-wrap items-center gap-2 px-2 py-1">
        <Segmented
          label={t('editor.side')}
          value={side}
          options={[
            { value: 'tree', label: t('editor.tree') },
            { value: 'open', label: t('editor.open') },
            { value: 'find', label: t('editor.find') },
          ]}
          onChange={(next) => files.setSide(oneOf(SIDES, next) ?? 'tree')}
        />
        <span className="grow" />
        <IconButton icon="search" size="small" label={t('editor.goTo')} onClick={() => files.goTo(true)} />
      </div>
      {side === 'tree' ? (
        <ProjectTree
          projectId={projectId}
          active={active}
          acts={acts}
          onOpen={(path) => app.attempt(files.show(projectId, path))}
        />
      ) : side === 'open' ? (
        <OpenFiles
          open={open}
          active={active}
          acts={acts}
          onSelect={(path) => app.attempt(files.show(projectId, path))}
        />
      ) : (
        <FindInFiles
          projectId={projectId}
          files={files}
          onOpen={({ path, line }) => app.attempt(files.show(projectId, path, line))}
        />
      )}
    </aside>
  )
  const right =
    shown === null ? (
      <NothingOpen {...parts} />
    ) : (
      <MarkdownContext value={markdown}>
        <FileView
          parts={parts}
          shown={shown}
          acts={acts}
          highlighter={highlighter}
          memories={memories.current}
        />
      </MarkdownContext>
    )
  return (
    <Panes
      name="files"
      className="h-full"
      panes={[
        { id: 'side', label: t('editor.side'), size: { min: 200, usual: 280, max: 480 }, content: left },
        { id: 'file', label: t('shell.files'), min: 320, content: right },
      ]}
    />
  )
}

function NothingOpen({ app, files }: Pick<FilesParts, 'app' | 'files'>) {
  const t = useText()
  const key = useStore(app.store, (state) => state.keys.bindings.goToFile)
  return (
    <EmptyState
      icon="file"
      title={t('editor.nothing')}
      action={
        <Button look="primary" onClick={() => files.goTo(true)}>
          {t('editor.goTo')}
          {key === null ? null : <Kbd keys={keyParts(key)} />}
        </Button>
      }
    >
      {t('editor.nothingWhy')}
    </EmptyState>
  )
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
