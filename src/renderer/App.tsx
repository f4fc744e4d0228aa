import { lazy, Suspense, useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { AppProps } from './app-props.ts'
import { KeptPlans } from './approvals/plans/KeptPlans.tsx'
import { DataProvider } from './data/DataProvider.tsx'
import { DirectoryBrowser, type FolderChoice } from './features/projects/DirectoryBrowser.tsx'
import { FolderDrop } from './features/projects/FolderDrop.tsx'
import { ReportDialog } from './features/report/ReportDialog.tsx'
import { SearchDialog } from './features/search/SearchDialog.tsx'
import { attachFiles, MESSAGE_BOX, mentionFile } from './message-box.ts'
import { type Locale, localeOf } from './messages/catalogues.ts'
import { TextProvider, useText } from './messages/TextProvider.tsx'
import { Background, Screens } from './Screens.tsx'
import { Frame } from './shell/Frame.tsx'
import { GitQuestions } from './shell/GitQuestions.tsx'
import { useDensity, useLanguage, useTextSize, useTheme } from './shell/page-appearance.ts'
import { StartScreen } from './shell/StartScreen.tsx'
import { SlotProvider } from './ui/base/Slot.tsx'
import { TooltipProvider } from './ui/controls/Tooltip.tsx'
import { BrokenScreen } from './ui/panes/BrokenScreen.tsx'
import { ErrorBoundary } from './ui/text/ErrorBoundary.tsx'

const GoToFile = lazy(async () => ({ default: (await import('./features/files/GoToFile.tsx')).GoToFile }))

/** The whole window. */
export function App(props: AppProps) {
  const { store } = props.stores.app
  const boot = useStore(store, (state) => state.boot)
  const problem = useStore(store, (state) => state.problem)
  const settings = useStore(store, (state) => state.settings)
  const locale: Locale = localeOf(settings.locale, boot?.systemLocale ?? navigator.language)
  useTheme(settings.theme)
  useTextSize(settings.textSize)
  useDensity(settings.density)
  useLanguage(locale)
  return (
    <TextProvider locale={locale}>
      <DataProvider data={props.api}>
        <TooltipProvider>
          <SlotProvider>
            {boot === null ? (
              <StartScreen problem={problem} onRetry={() => props.stores.app.start().catch(props.report)} />
            ) : (
              <ErrorBoundary fallback={(error, retry) => <BrokenScreen error={error} onRetry={retry} />}>
                <KeptPlans>
                  <Workbench {...props} />
                </KeptPlans>
              </ErrorBoundary>
            )}
          </SlotProvider>
        </TooltipProvider>
      </DataProvider>
    </TextProvider>
  )
}

function Workbench({ api, stores, report }: AppProps) {
  const t = useText()
  const [adding, setAdding] = useState(false)
  const [finding, setFinding] = useState(false)
  const [behind, setBehind] = useState(false)
  const lookBehind = useCallback(() => setBehind(true), [])
  const find = useCallback(() => setFinding(true), [])
  const endFind = useCallback(() => setFinding(false), [])
  const [choose, setChoose] = useState<FolderChoice | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const browseAt = useCallback((path: string | null) => {
    setWanted(path)
    setChoose(null)
    setAdding(true)
  }, [])
  const chooseFolder = useCallback((take: (path: string) => Promise<void>, hint?: string) => {
    setWanted(null)
    setChoose(hint === undefined ? { take } : { take, hint })
    setAdding(true)
  }, [])
  const addProject = useCallback(() => browseAt(null), [browseAt])
  const mention = useCallback((path: string) => mentionFile(stores, path), [stores])
  const attach = useCallback(
    (files: readonly File[]) => {
      const attaching = attachFiles(stores, files).then((left) => {
        if (left.length > 0) stores.app.notify('warn', t('chat.refusedFiles', { names: left.join(', ') }))
      })
      stores.app.attempt(attaching)
    },
    [stores, t],
  )
  const closeBrowser = useCallback(() => setAdding(false), [])
  return (
    <>
      <Frame
        api={api}
        stores={stores}
        message={MESSAGE_BOX}
        onAddProject={addProject}
        onFind={find}
        onBackground={lookBehind}
      >
        <Screens
          api={api}
          stores={stores}
          report={report}
          onAddProject={addProject}
          onChooseFolder={chooseFolder}
        />
      </Frame>
      <SearchDialog
        api={api}
        app={stores.app}
        agents={stores.agents}
        workflowRuns={stores.workflowRuns}
        open={finding}
        onClose={endFind}
      />
      <GoingToFile stores={stores} />
      {behind ? <Background api={api} stores={stores} onClose={() => setBehind(false)} /> : null}
      <DirectoryBrowser
        api={api}
        app={stores.app}
        open={adding}
        wanted={wanted}
        choose={choose}
        onClose={closeBrowser}
      />
      <ReportDialog api={api} app={stores.app} />
      <GitQuestions api={api} app={stores.app} />
      <FolderDrop api={api} app={stores.app} onFolder={browseAt} onFile={mention} onOther={attach} />
    </>
  )
}

/** The list that goes to a file of the open project, while it is wanted. */
function GoingToFile({ stores: { app, files } }: Pick<AppProps, 'stores'>) {
  const isGoing = useStore(files.store, (state) => state.isGoing)
  const projectId = useStore(app.store, (state) => state.openProject)
  if (!isGoing || projectId === null) return null
  return (
    <Suspense fallback={null}>
      <GoToFile
        projectId={projectId}
        onClose={() => files.goTo(false)}
        onOpen={(path, line) => {
          app.show('files')
          // The dialog gives the focus back first, and then the editor takes it.
          requestAnimationFrame(() => app.attempt(files.show(projectId, path, line)))
        }}
      />
    </Suspense>
  )
}
