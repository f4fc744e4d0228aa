import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Project } from '#shared/project/project.ts'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { useToastsAbove } from '../../ui/hooks/use-toasts-above.ts'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { FolderAbout } from './FolderAbout.tsx'
import { FolderCrumbs } from './FolderCrumbs.tsx'
import { FolderTreeView } from './FolderTreeView.tsx'
import { createFolderBrowser, type FolderBrowser } from './folder-browser.ts'
import { PathBox } from './PathBox.tsx'

/** The use of a chosen folder other than as a project, with a hint for the dialog. */
export type FolderChoice = { readonly take: (path: string) => Promise<void>; readonly hint?: string }

type DirectoryBrowserProps = {
  readonly api: Data
  readonly app: AppStore
  readonly open: boolean
  /** The path to begin with, for example of a folder that was dropped. */
  readonly wanted: string | null
  /** The use of the folder; null makes it a project. */
  readonly choose: FolderChoice | null
  readonly onClose: () => void
}

/** The dialog in which a person chooses the folder of a project, or one for something else. */
export function DirectoryBrowser({ api, app, open, wanted, choose, onClose }: DirectoryBrowserProps) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('projects.browse')}
      hint={choose === null ? t('projects.browseHint') : (choose.hint ?? t('projects.browsePages'))}
      waitsForFocus
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 h-150 w-200"
    >
      <Browser api={api} app={app} wanted={wanted} choose={choose} onClose={onClose} />
    </Dialog>
  )
}

type BrowserProps = Omit<DirectoryBrowserProps, 'open'>

function Browser({ api, app, wanted, choose, onClose }: BrowserProps) {
  const t = useText()
  const say = useProblemWords()
  const home = useStore(app.store, (state) => state.boot?.home ?? '')
  const [browser] = useState(() =>
    createFolderBrowser({
      api,
      home,
      homeName: t('projects.home'),
      say,
      after,
      report: (error) => app.notify('error', problemOf(error).message),
    }),
  )
  useEffect(() => {
    app.attempt(browser.start(wanted))
  }, [app, browser, wanted])
  const state = useStore(browser.store)
  const opening = useOpening({ api, app, browser, choose, onClose })
  return (
    <>
      <FolderCrumbs browser={browser} state={state} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_264px] max-medium:grid-cols-1">
        <FolderTreeView browser={browser} state={state} onOpen={opening.open} />
        <FolderAbout state={state} home={home} />
      </div>
      <PathBox browser={browser} state={state} problem={opening.problem} onEnter={opening.open} />
      <BrowserFoot
        browser={browser}
        opening={opening}
        api={api}
        app={app}
        choose={choose}
        onClose={onClose}
      />
    </>
  )
}

type Opening = ReturnType<typeof useOpening>
type OpeningDeps = Pick<BrowserProps, 'api' | 'app' | 'choose' | 'onClose'> & {
  readonly browser: FolderBrowser
}

/** Makes the chosen folder a project, or opens the project it already is. */
function useOpening({ api, app, browser, choose, onClose }: OpeningDeps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const finish = (project: Project) => {
    onClose()
    app.attempt(app.loadProjects().then(() => app.openProject(project.id)))
  }
  const add = async (path: string) => {
    if (choose !== null) return take(choose.take, path)
    const known = app.store.getState().projects.find((project) => project.path === path)
    if (known !== undefined) return finish(known)
    setBusy(true)
    setProblem(null)
    try {
      finish(await api.command('project.add', { path }))
    } catch (error) {
      setProblem(problemOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  const take = async (choice: (path: string) => Promise<void>, path: string) => {
    setBusy(true)
    setProblem(null)
    try {
      await choice(path)
      onClose()
    } catch (error) {
      setProblem(problemOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  // The summary on screen may be about the folder chosen before.
  const openChosen = async () => {
    const summary = await browser.described()
    if (summary !== null && summary.problem === null) await add(summary.path)
  }
  return { busy, problem, open: () => app.attempt(openChosen()), finish, setProblem }
}

type FootProps = OpeningDeps & { readonly opening: Opening }

function BrowserFoot({ api, app, browser, opening, choose, onClose }: FootProps) {
  const t = useText()
  const showHidden = useStore(browser.store, (state) => state.showHidden)
  const usable = useStore(browser.store, (state) => state.chosen.trim() !== '' && state.problem === null)
  const pick = async () => {
    try {
      const project = await api.command('project.pick', {})
      if (project !== null) opening.finish(project)
    } catch (error) {
      opening.setProblem(problemOf(error).message)
    }
  }
  const foot = useRef<HTMLDivElement>(null)
  useToastsAbove(foot)
  return (
    <div ref={foot} className="flex items-center gap-2 px-5 pb-4">
      <Checkbox
        label={t('projects.showHidden')}
        checked={showHidden}
        onChange={(shown) => app.attempt(browser.setHidden(shown))}
      />
      <span className="grow" />
      {choose === null ? (
        <Button look="ghost" onClick={() => app.attempt(pick())}>
          {t('projects.systemDialog')}
        </Button>
      ) : null}
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button look="primary" disabled={!usable || opening.busy} onClick={opening.open}>
        {t('projects.open')}
      </Button>
    </div>
  )
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
