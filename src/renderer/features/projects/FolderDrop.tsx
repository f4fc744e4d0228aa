import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import { foldersIn } from './dragged-folders.ts'
import { pathInProject } from './dropped-file.ts'

const NOTHING_DROPPED = { files: [], onMessage: false }

type FolderDropProps = {
  readonly api: Data
  readonly app: AppStore
  readonly onFolder: (path: string) => void
  /** Takes a file of the open project, as a path in it. */
  readonly onFile: (path: string) => void
  /** Attaches other files that were dropped on the message box. */
  readonly onOther: (files: readonly File[]) => void
}

/**
 * Makes the whole window a drop target for folders. A page cannot see the path of a dropped item; it passes
 * the drop on, and main refuses to open it and reports the path.
 */
export function FolderDrop({ api, app, onFolder, onFile, onOther }: FolderDropProps) {
  const t = useText()
  const say = useProblemWords()
  const dragged = useDraggedFolders()
  const { count, lastCount, isOnMessage, takeFiles, over } = dragged
  useEffect(() => {
    const take = async (path: string) => {
      const { problem } = await api.read('directory.describe', { path })
      const isFile = problem?.code === 'project.not_directory'
      const inside = isFile || (problem === null && isOnMessage()) ? pathIn(app, path) : null
      if (inside !== null && inside !== '') return onFile(isFile ? inside : `${inside}/`)
      if (isFile && isOnMessage()) return onOther(takeFiles())
      if (problem !== null) return app.notify('warn', say(problem))
      if (lastCount() > 1) app.notify('info', t('projects.dropFirst', { total: lastCount() }))
      onFolder(path)
    }
    return api.onEvent((message) => {
      if (message.t !== 'app' || message.event.kind !== 'path.dropped') return
      over()
      take(message.event.path).catch((error: unknown) => app.notify('error', problemOf(error).message))
    })
  }, [api, app, say, t, lastCount, isOnMessage, takeFiles, over, onFolder, onFile, onOther])
  if (count === 0) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-2 z-(--z-toast) grid place-items-center rounded-xl border-2 border-accent border-dashed bg-accent-wash"
    >
      <span className="flex items-center gap-2 rounded-lg bg-overlay px-4 py-2 font-medium text-md shadow-pop">
        <Icon name="folder" />
        {t('projects.drop')}
      </span>
    </div>
  )
}

/** The place of a file or folder in the project whose chat is in view; null for any other. */
function pathIn(app: AppStore, path: string): string | null {
  const { surface, openProject, projects } = app.store.getState()
  const project = projects.find(({ id }) => id === openProject)
  return surface !== 'chat' || project === undefined ? null : pathInProject(path, project.path)
}

/** Returns the number of folders dragged over the window, now and last, and what was dropped where. */
function useDraggedFolders() {
  const [count, setCount] = useState(0)
  const last = useRef(0)
  const dropped = useRef<{ readonly files: readonly File[]; readonly onMessage: boolean }>(NOTHING_DROPPED)
  const [acts] = useState(() => ({
    lastCount: () => last.current,
    over: () => setCount(0),
    isOnMessage: () => dropped.current.onMessage,
    /** The dropped files, once: main names each of them, and the first name takes all. */
    takeFiles: () => {
      const { files, onMessage } = dropped.current
      dropped.current = { files: [], onMessage }
      return files
    },
  }))
  useEffect(() => {
    const look = ({ dataTransfer }: DragEvent) => {
      last.current = foldersIn(dataTransfer)
      setCount(last.current)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) acts.over()
    }
    const keep = ({ dataTransfer, target }: DragEvent) => {
      const onMessage = target instanceof Element && target.closest('[data-message-box]') !== null
      dropped.current = { files: [...(dataTransfer?.files ?? [])], onMessage }
    }
    // No pointer moves during a drag, so a move ends one without a drop event.
    const ends = ['drop', 'dragend', 'pointermove'] as const
    window.addEventListener('drop', keep, { capture: true })
    window.addEventListener('dragover', look)
    window.addEventListener('dragleave', leave)
    for (const name of ends) window.addEventListener(name, acts.over)
    return () => {
      window.removeEventListener('drop', keep, { capture: true })
      window.removeEventListener('dragover', look)
      window.removeEventListener('dragleave', leave)
      for (const name of ends) window.removeEventListener(name, acts.over)
    }
  }, [acts])
  return { count, ...acts }
}
