import { useMemo } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import type { ShownFile } from '../../store/files-store.ts'
import type { MenuItem } from '../../ui/controls/Menu.tsx'
import type { FilesParts } from './files-parts.ts'

export type FileActs = ReturnType<typeof useFileActs>

/** Returns what the person can do with a file. Throwing away an unsaved text offers to take it back. */
export function useFileActs(parts: FilesParts) {
  const { api, app, files, terminals, toast, projectId } = parts
  const t = useText()
  return useMemo(() => {
    const undoable = (text: string, before: ShownFile | null) => {
      if (before === null || before.unsaved === null) return
      const onAct = () => files.reopen(projectId, before)
      toast({ mark: 'done', text, action: { label: t('editor.undo'), onAct }, seconds: 20 })
    }
    const reveal = (path: string) => app.attempt(api.command('file.reveal', { projectId, path }))
    const openInEditor = (path: string) =>
      app.attempt(api.command('file.openInEditor', { projectId, path, line: null }))
    const copyPath = (path: string) =>
      app.attempt(
        api
          .command('file.copyPath', { projectId, path })
          .then(() => toast({ mark: 'done', text: t('editor.pathCopied'), seconds: 4 })),
      )
    const openTerminal = (path: string) => app.attempt(terminals.open({ projectId, worktreeId: null }, path))
    return {
      save: (path: string) => app.attempt(files.save(projectId, path)),
      saveMine: (path: string) => app.attempt(files.saveMine(projectId, path)),
      takeDisk: (path: string) => undoable(t('editor.tookDisk'), files.takeDisk(projectId, path)),
      close: (path: string) => undoable(t('editor.closedUnsaved'), files.close(projectId, path)),
      menuOf: (path: string): readonly MenuItem[] => [
        item('reveal', t('editor.reveal'), () => reveal(path)),
        item('editor', t('changes.openInEditor'), () => openInEditor(path)),
        item('terminal', t('editor.openTerminal'), () => openTerminal(path)),
        item('copy', t('editor.copyPath'), () => copyPath(path)),
      ],
    }
  }, [api, app, files, terminals, toast, projectId, t])
}

const ICONS = { reveal: 'folder', editor: 'external', terminal: 'terminal', copy: 'copy' } as const

const item = (id: keyof typeof ICONS, label: string, onSelect: () => void): MenuItem => ({
  kind: 'action',
  id,
  label,
  icon: ICONS[id],
  onSelect,
})
