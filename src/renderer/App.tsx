import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { AppProps } from './app-props.ts'
import { KeptPlans } from './approvals/KeptPlans.tsx'
import { DataProvider } from './data/DataProvider.tsx'
import { DirectoryBrowser, type FolderChoice } from './features/projects/DirectoryBrowser.tsx'
import { FolderDrop } from './features/projects/FolderDrop.tsx'
import { SearchDialog } from './features/search/SearchDialog.tsx'
import { MESSAGE_BOX } from './message-box.ts'
import { type Locale, localeOf } from './messages/catalogues.ts'
import { TextProvider } from './messages/TextProvider.tsx'
import { Background, Screens } from './Screens.tsx'
import { Frame } from './shell/Frame.tsx'
import { useLanguage, useTextSize, useTheme } from './shell/page-look.ts'
import { StartScreen } from './shell/StartScreen.tsx'
import { SlotProvider } from './ui/base/Slot.tsx'
import { TooltipProvider } from './ui/controls/Tooltip.tsx'
import { BrokenScreen } from './ui/panes/BrokenScreen.tsx'
import { ErrorBoundary } from './ui/text/ErrorBoundary.tsx'

/** The whole window. */
export function App(props: AppProps) {
  const { store } = props.stores.app
  const boot = useStore(store, (state) => state.boot)
  const problem = useStore(store, (state) => state.problem)
  const settings = useStore(store, (state) => state.settings)
  const locale: Locale = localeOf(settings.locale, boot?.systemLocale ?? navigator.language)
  useTheme(settings.theme)
  useTextSize(settings.textSize)
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
  const closeBrowser = useCallback(() => setAdding(false), [])
  return (
    <>
      <Frame
        {...{ api, stores }}
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
      {behind ? <Background api={api} stores={stores} onClose={() => setBehind(false)} /> : null}
      <DirectoryBrowser
        api={api}
        app={stores.app}
        open={adding}
        wanted={wanted}
        choose={choose}
        onClose={closeBrowser}
      />
      <FolderDrop api={api} app={stores.app} onFolder={browseAt} onFile={mention} />
    </>
  )
}

/** Names a file of the open project in the message that is being written. */
function mentionFile({ app, drafts }: AppProps['stores'], path: string): void {
  const { openSession, openProject } = app.store.getState()
  const key = openSession ?? openProject
  if (key === null) return
  const { text } = drafts.of(key)
  const gap = text === '' || /\s$/.test(text) ? '' : ' '
  drafts.setText(key, `${text}${gap}@${/\s/.test(path) ? `"${path}"` : path} `)
  MESSAGE_BOX.focus()
}
