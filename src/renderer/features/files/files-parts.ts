import type { ProjectId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { FilesStore } from '../../store/files-store.ts'
import type { TerminalsStore } from '../../store/terminals-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

/** The services and acts that parts of the files screen share. */
export type FilesParts = {
  readonly api: Data
  readonly app: AppStore
  readonly files: FilesStore
  readonly terminals: Pick<TerminalsStore, 'open'>
  readonly toast: ShowToast
  readonly projectId: ProjectId
  /** Attaches lines of a file to the message of the open chat. */
  readonly onAttach: (text: string, name: string) => void
  /** Names a file in the message of the open chat. */
  readonly onMention: (path: string) => void
}
